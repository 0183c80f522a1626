# Without a session there is nothing to put back and nothing to take on.
exec bylaw decisions init --apply
!exec bylaw decisions restore
exit 2
!exec bylaw decisions accept HDR-001
exit 2
!exec bylaw decisions accept HDR-009
exit 2
stderr 'no decision HDR-009'
!exec bylaw decisions accept
exit 3

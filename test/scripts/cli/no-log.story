# Without a log every command refuses and names the way to one.
!exec bylaw validate
exit 2
stderr 'no-decision-log: no decision log at or above'
stderr 'hint: bylaw decisions init --apply'
!exec bylaw explain --json
exit 2
stdout '"code": "no-decision-log"'
!exec bylaw decisions add --title A --rationale B
exit 2
!exists .hdr

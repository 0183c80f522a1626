# Without a session there is nothing to put back and nothing to take on.
exec bylaw decisions init --apply
!exec bylaw decisions restore
exit 2
!exec bylaw decisions accept HDR-001
exit 2
stderr 'nothing-to-accept'
!exec bylaw decisions accept
exit 3

# A command runs on this machine once a person took it on, and not before.
exec bylaw decisions add --title 'It runs' --rationale 'To see it.' --check '{"kind":"command_passes","argv":["touch","ran"]}'
!exec bylaw validate
exit 1
!exists ran
exec bylaw decisions accept HDR-003
exec bylaw validate
exists ran

# What an agent runs does not write to the log.
env CLAUDECODE=1
!exec bylaw decisions add --title A --rationale B
exit 2
stderr 'changed by people'
!exec bylaw decisions retire HDR-003 --rationale B
exit 2
!exec bylaw decisions accept HDR-003
exit 2
!exists .hdr/decisions/HDR-004.json
exec bylaw decisions add --title A --rationale B --dry-run

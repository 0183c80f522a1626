exec bylaw decisions init --apply
exec bylaw decisions add --title 'Commands' --rationale 'Builds are made anew all day.' --command-policy enforce --permit 'recursive-delete=dist/**'
stdout 'current, checked by command_policy'
exec bylaw explain HDR-003
stdout 'denies commands that the command policy blocks'
stdout 'permits recursive-delete of dist/\*\*'
exec bylaw policy check --command 'rm -rf dist'
stdout '^ALLOW allow: '
stdout 'HDR-003 permits recursive-delete'
!exec bylaw policy check --command 'rm -rf dist src'
exit 2
exec bylaw policy check --json --command 'rm -rf dist/a'
stdout '"decision": "HDR-003"'

# Narrow and by name.
!exec bylaw decisions add --title A --rationale B --command-policy enforce --permit 'recursive-delete=**'
exit 2
stderr 'permits too much'
!exec bylaw decisions add --title A --rationale B --command-policy enforce --permit 'recursiv-delete=dist/**'
exit 2
stderr 'no built-in rule'
!exec bylaw decisions add --title A --rationale B --check '{"kind":"command_policy","mode":"enforce","permit":[{"rule":"force-push"}]}'
exit 2
stderr 'permits a rule as a whole'
!exec bylaw decisions add --title A --rationale B --permit 'recursive-delete=dist/**'
exit 3
stderr 'command policy'
!exec bylaw decisions add --title A --rationale B --command-policy enforce --permit dist
exit 3

# Only a current decision permits.
exec bylaw decisions retire HDR-003 --rationale 'Done.'
!exec bylaw policy check --command 'rm -rf dist'
exit 2

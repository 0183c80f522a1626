# A typing mistake is exit 3, says what was meant, and prints nothing on stdout.
!exec bylaw valdate
exit 3
!stdout .
stderr 'unknown command ''valdate'''
stderr 'did you mean validate\?'

!exec bylaw
exit 3
stderr 'a command is missing'

!exec bylaw decisions
exit 3
stderr 'a verb is missing after decisions'

!exec bylaw decisions retier HDR-001
exit 3
stderr 'did you mean retire\?'

!exec bylaw decisions add --titel x --rationale y
exit 3
stderr 'unknown option ''--titel'''
stderr 'did you mean --title\?'

!exec bylaw decisions add --title x
exit 3
stderr 'the option --rationale is missing'
stderr 'bylaw decisions add --help'

!exec bylaw decisions show
exit 3
stderr 'missing required argument ''ID'''

!exec bylaw validate --format sarf
exit 3
stderr 'did you mean sarif\?'

!exec bylaw validate too many words
exit 3

!exec bylaw validate --base a --base b
exit 3
stderr 'given twice'

!exec bylaw validate -C no-such-folder
exit 3
stderr 'no such folder: no-such-folder'

# With --json it is one document on stdout.
!exec bylaw valdate --json
exit 3
cmp stdout golden-usage.json
!stderr .
-- golden-usage.json --
{
  "error": {
    "kind": "usage",
    "code": "usage",
    "message": "unknown command 'valdate'",
    "hint": "did you mean validate? (bylaw --help)"
  }
}

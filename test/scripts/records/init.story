# A plan first, then the files, then nothing more to do. An existing declaration keeps its layout.
!exec bylaw records
exit 3
stderr '--kind <kind file> is required'
!exec bylaw records init
exit 1
cmp stdout golden-plan
exec test ! -e chant.workspace.json
exec bylaw records init --apply
exec bylaw records init
stdout 'nothing to do'
exec bylaw -C sub records init --dir more --apply
exec cat sub/chant.workspace.json
cmp stdout golden-declaration
exec bylaw -C sub records --json
stdout 'sub/more/decision.kind.mjs'
exec cp other.txt docs/decisions/decision.kind.mjs
!exec bylaw records init
exit 2
stderr 'is there with another content'
!exec bylaw records
exit 3
stdout 'kind-invalid'
!exec bylaw records --kind docs/decisions/decision.kind.mjs init
exit 3
stderr '--kind must stand behind the verb'
-- other.txt --
export const recordKind = load()
-- sub/chant.workspace.json --
{
    "name": "sub",
    "schema": 1,
    "quorum": 3,
    "members": [
        { "name": "core", "dir": "." }
    ]
}
-- golden-plan --
to write in $WORK:
• docs/decisions/decision.kind.mjs  what a decision record is, read as data
• docs/decisions/decision.schema.json  its fields, as a JSON Schema
• chant.workspace.json  declares the kind, and how many must agree if not 2
nothing was written: the same with --apply writes it
-- golden-declaration --
{
    "name": "sub",
    "schema": 1,
    "quorum": 3,
    "members": [
        { "name": "core", "dir": "." }
    ],
    "records": [
        {
            "kind": "more/decision.kind.mjs"
        }
    ],
    "minReader": "0.101.0"
}

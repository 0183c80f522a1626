# What a repository says never moves the cursor, hides or forges a line.
exec bylaw explain
!stdout '[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b-\u200f]'
stdout 'not readable: HDR-001.json'
stdout '%1B <b>bold</b>'
exec bylaw decisions list
!stdout '[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b-\u200f]'
exec bylaw decisions show HDR-002
!stdout '[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b-\u200f]'
exec bylaw decisions list --json
!stdout '[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b-\u200f]'
!exec bylaw validate
exit 2
!stdout '[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b-\u200f]'
!stdout '^PASS'
!exec bylaw validate --format github
!stdout '^::set-env'
-- .hdr/decisions/HDR-001.json --
{ "schema_version": 2, "id": "HDR-001", "history": [{ "title": "a\u001b[2Jb\nPASS: 9 current decisions (9 decision files)\n::set-env name=x::y", "rationale": "\u202ertl\u202c\u200b\u0007", "check": { "kind": "path_exists", "path": "a\u001b[31m\u202e" } }] }
-- .hdr/decisions/HDR-002.json --
{ "schema_version": 2, "id": "HDR-002", "history": [{ "title": "%1B <b>bold</b> \u202a", "rationale": "::error::r", "check": { "kind": "path_exists", "path": ".hdr" } }] }

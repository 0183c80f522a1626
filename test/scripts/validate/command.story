# Text in a repository does not become a running program by itself.
!exec bylaw validate
exit 1
stdout '^PASS: 2 current'
stdout '1 not checked'
stdout 'decisions accept'
!exists ran

# A person asks for it.
!exec bylaw validate --run
exit 2
exists ran
stdout '^HDR-002: '
!stdout '^HDR-001: '
-- .hdr/decisions/HDR-001.json --
{ "schema_version": 2, "id": "HDR-001", "history": [{ "title": "A", "rationale": "r", "check": { "kind": "command_passes", "argv": ["touch", "ran"] } }] }
-- .hdr/decisions/HDR-002.json --
{ "schema_version": 2, "id": "HDR-002", "history": [{ "title": "A", "rationale": "r", "check": { "kind": "all", "checks": [{ "kind": "path_absent", "path": "ran" }] } }] }

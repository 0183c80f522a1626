# A plan first: there is something to do, and nothing was written.
!exec bylaw decisions init
exit 1
stdout 'HDR-001.json'
!exists .hdr
exec bylaw decisions init --apply
exists .hdr/decisions/HDR-001.json .hdr/decisions/HDR-002.json
cmp .hdr/decisions/HDR-001.json golden-001
cmp .hdr/decisions/HDR-002.json golden-002
exec bylaw validate
stdout '^PASS: 2 current decisions \(2 decision files\)$'
stdout '^1 not checked$'

# Never twice.
!exec bylaw decisions init --apply
exit 2
stderr 'log-exists'
-- golden-001 --
{
  "schema_version": 2,
  "id": "HDR-001",
  "history": [
    {
      "date": "2026-11-02",
      "title": "Decision records are append-only",
      "rationale": "A decision is only worth following if nobody can rewrite what was decided and why.",
      "check": {
        "kind": "append_only",
        "shell": "guard"
      }
    }
  ]
}
-- golden-002 --
{
  "schema_version": 2,
  "id": "HDR-002",
  "history": [
    {
      "date": "2026-11-02",
      "title": "Hooks are registered for every lifecycle event",
      "rationale": "A decision that no hook checks is only a text.",
      "check": {
        "kind": "hooks_registered"
      }
    }
  ]
}

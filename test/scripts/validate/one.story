exec bylaw validate
stdout '^PASS: 1 current decisions \(1 decision files\)$'
-- .hdr/decisions/HDR-001.json --
{ "schema_version": 2, "id": "HDR-001", "history": [{ "title": "A", "rationale": "r", "check": { "kind": "path_exists", "path": ".hdr" } }] }

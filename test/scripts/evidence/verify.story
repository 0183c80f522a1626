# A passed run, the same with an artifact changed, and a run that failed.
exec bylaw evidence verify passed.json
cmp stdout golden-valid
exec bylaw evidence verify passed.json --json
cmp stdout golden-json
!exec bylaw evidence verify failed.json
exit 1
cmp stdout golden-failed
exec cp other.txt out/report.txt
!exec bylaw evidence verify passed.json
exit 2
cmp stdout golden-changed
!exec bylaw evidence verify failed.json
exit 2
exec sed -i s/passed/failed/ passed.json
!exec bylaw evidence verify passed.json
exit 2
stdout 'edited'
!exec bylaw evidence verify none.json
exit 2
stderr 'evidence record not found: none.json'
!exec bylaw evidence verify
exit 3
-- out/report.txt --
done
-- other.txt --
fine
-- passed.json --
{
  "artifacts": [
    {
      "files": [
        {
          "path": "out/report.txt",
          "sha256": "d117fa006ba9208500b2930ce69cbde436c647afa917cb7396a9bc9111a46dd2",
          "size": 5
        }
      ],
      "pattern": "out/*.txt",
      "unchanged": []
    }
  ],
  "base_commit": null,
  "command": [
    "npm",
    "test"
  ],
  "duration_s": 0.25,
  "exit_code": 0,
  "id": "unit",
  "missing": [],
  "record_path": ".hpp/evidence/unit-20261102T120000Z.json",
  "record_sha256": "575e22324bfa563b6d279851894419906726224b8580924ed0460f84d5c37a5a",
  "schema": "hpp.evidence/v1",
  "started_at": "2026-11-02T12:00:00Z",
  "stderr": {
    "bytes": 0,
    "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  },
  "stdout": {
    "bytes": 0,
    "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  },
  "timeout_s": 600.0,
  "verdict": "passed"
}
-- failed.json --
{
  "artifacts": [
    {
      "files": [
        {
          "path": "out/report.txt",
          "sha256": "d117fa006ba9208500b2930ce69cbde436c647afa917cb7396a9bc9111a46dd2",
          "size": 5
        }
      ],
      "pattern": "out/*.txt",
      "unchanged": []
    }
  ],
  "base_commit": null,
  "command": [
    "npm",
    "test"
  ],
  "duration_s": 0.25,
  "exit_code": 1,
  "id": "unit",
  "missing": [],
  "record_path": ".hpp/evidence/unit-20261102T120000Z.json",
  "record_sha256": "e399e777d929355940b94e5e718803b2e9949280894fb210f2242cafa1267133",
  "schema": "hpp.evidence/v1",
  "started_at": "2026-11-02T12:00:00Z",
  "stderr": {
    "bytes": 0,
    "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  },
  "stdout": {
    "bytes": 0,
    "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  },
  "timeout_s": 600.0,
  "verdict": "failed"
}
-- golden-valid --
✔ valid: unit, passed
  tree: the record says nothing of a tree
-- golden-json --
{
  "status": "valid",
  "id": "unit",
  "verdict": "passed",
  "base_commit": null,
  "problems": [],
  "changed": [],
  "missing": [],
  "signature": {
    "status": "not-signed"
  },
  "tree": {
    "status": "unknown"
  }
}
-- golden-failed --
▲ not-evidence: unit, failed
  verdict: failed
  tree: the record says nothing of a tree
-- golden-changed --
✘ blocked: unit, passed
  1 artifact(s) changed
  changed  out/report.txt
  tree: the record says nothing of a tree

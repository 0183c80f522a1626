# Warnings alone are exit 1 and still a pass: the file is read and enforced all the same.
!exec bylaw validate
exit 1
cmp stdout golden
-- .hdr/decisions/HDR-031.json --
{
  "schema_version": 2,
  "id": "HDR-013",
  "history": [{ "title": "Late fix", "rationale": "Soon.", "check": { "kind": "path_exists", "path": ".hdr" } }]
}
-- golden --
PASS: 1 current decisions (1 decision files)
1 warning
warning: .hdr/decisions/HDR-031.json: id-filename-mismatch: HDR-031.json holds the decision HDR-013
  it is read and enforced all the same; its usual name is HDR-013.json

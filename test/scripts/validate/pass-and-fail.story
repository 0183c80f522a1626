# Both numbers, then what is not in them.
exec bylaw validate
cmp stdout golden-pass
!stderr .

# The same from a folder below, and by name.
exec bylaw validate -C .hdr/decisions
stdout '^PASS: 3 current decisions \(4 decision files\)$'

# A check that fails names its decision; a file that cannot be read is named with its line; both are reported.
exec rm README.md
cp broken.json .hdr/decisions/HDR-005.json
!exec bylaw validate
exit 2
cmp stdout golden-fail
!exec bylaw validate --json
exit 2
stdout '"verdict": "fail"'
stdout '"code": "check-failed"'
!exec bylaw validate --format github
exit 2
cmp stdout golden-github
!exec bylaw validate --format junit
exit 2
cmp stdout golden-junit
!exec bylaw validate --format sarif
exit 2
stdout '"version": "2.1.0"'
stdout '"uri": ".hdr/decisions/HDR-005.json"'
-- README.md --
read me
-- broken.json --
{
-- .hdr/decisions/HDR-001.json --
{
  "schema_version": 2,
  "id": "HDR-001",
  "history": [
    { "title": "Decision records are append-only", "rationale": "The past stays.", "check": { "kind": "append_only" } }
  ]
}
-- .hdr/decisions/HDR-002.json --
{
  "schema_version": 2,
  "id": "HDR-002",
  "history": [
    { "title": "Keep the readme", "rationale": "Readers & <guests>.", "check": { "kind": "path_exists", "path": "README.md" } }
  ]
}
-- .hdr/decisions/HDR-003.json --
{
  "schema_version": 2,
  "id": "HDR-003",
  "history": [
    { "date": "2026-10-21", "title": "No shell", "rationale": "Too much.", "check": { "kind": "tool_denied", "tools": ["Bash"] } },
    { "date": "2026-11-02", "title": "Shell is allowed", "rationale": "Builds need it." }
  ]
}
-- .hdr/decisions/HDR-004.json --
{
  "schema_version": 2,
  "id": "HDR-004",
  "history": [
    { "title": "Must have x", "rationale": "Blunt.", "check": { "kind": "path_exists", "path": "x" } },
    { "date": "2026-12-01", "status": "retired", "rationale": "Too blunt." }
  ]
}
-- golden-pass --
PASS: 3 current decisions (4 decision files)
1 retired, 1 not enforced
-- golden-fail --
.hdr/decisions/HDR-005.json:2: not-json: no valid JSON: the text ends where a key or "}" should stand
HDR-002: README.md does not exist: create it
FAIL: 2 failures, 3 current decisions (5 decision files)
1 retired, 1 not enforced
-- golden-github --
::error file=.hdr/decisions/HDR-005.json,line=2,title=HDR-005::no valid JSON: the text ends where a key or "}" should stand
::error file=.hdr/decisions/HDR-002.json,title=HDR-002::README.md does not exist: create it
FAIL: 3 current decisions (5 decision files)
-- golden-junit --
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bylaw validate" tests="4" failures="2">
  <testsuite name="bylaw validate" tests="4" failures="2" errors="0" skipped="2">
    <testcase classname="bylaw" name="HDR-001 Decision records are append-only">
      <skipped message="not-applicable"/>
    </testcase>
    <testcase classname="bylaw" name="HDR-002 Keep the readme">
      <failure type="check-failed" message="README.md does not exist: create it">HDR-002: README.md does not exist: create it</failure>
    </testcase>
    <testcase classname="bylaw" name="HDR-003 Shell is allowed">
      <skipped message="not-enforced"/>
    </testcase>
    <testcase classname="bylaw" name=".hdr/decisions/HDR-005.json">
      <failure type="not-json" message="no valid JSON: the text ends where a key or &quot;}&quot; should stand">.hdr/decisions/HDR-005.json:2: not-json: no valid JSON: the text ends where a key or &quot;}&quot; should stand</failure>
    </testcase>
  </testsuite>
</testsuites>

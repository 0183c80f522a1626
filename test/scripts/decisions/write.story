exec bylaw decisions init --apply
exec bylaw decisions add --title 'No shell' --rationale 'It can change anything.' --deny-tool Bash --dry-run
cmp stdout golden-dry
!exists .hdr/decisions/HDR-003.json
exec bylaw decisions add --title 'No shell' --rationale 'It can change anything.' --deny-tool Bash
stdout 'added HDR-003'
cp .hdr/decisions/HDR-003.json first.json

exec bylaw decisions revise HDR-003 --title 'Shell is allowed' --rationale 'Builds need it.' --require-path .hdr --dry-run
cmp .hdr/decisions/HDR-003.json first.json
exec bylaw decisions revise HDR-003 --title 'Shell is allowed' --rationale 'Builds need it.' --require-path .hdr
stdout 'revised HDR-003: Shell is allowed'
# Title and check are kept where no new ones are given.
exec bylaw decisions revise HDR-003 --rationale 'Still so.'
exec bylaw decisions retire HDR-003 --rationale 'Replaced by HDR-004.'
stdout 'HDR-003.json: retired'
cmp .hdr/decisions/HDR-003.json golden-file
exec bylaw validate
stdout '^PASS: 2 current decisions \(3 decision files\)$'

# Nothing changes for what cannot be.
cp .hdr/decisions/HDR-003.json before.json
!exec bylaw decisions retire HDR-003 --rationale again
exit 2
stderr 'already-retired'
!exec bylaw decisions revise HDR-033 --rationale why
exit 2
stderr 'did you mean HDR-003'
!exec bylaw decisions revise HDR-003 --rationale why --drop-check --deny-tool Bash
exit 3
cmp .hdr/decisions/HDR-003.json before.json

# A retired id is never handed out again, a retired decision can be revived.
exec bylaw decisions add --title 'Readme' --rationale 'People read it.' --require-path README.md --deny-write 'infra/**'
stdout 'added HDR-004'
exec bylaw decisions revise HDR-003 --rationale 'Needed after all.'
stdout 'current, checked by path_exists'
exec bylaw decisions list
cmp stdout golden-list

!exec bylaw decisions add --title A --rationale B --id HDR-004
exit 2
stderr 'HDR-004 is taken by HDR-004.json'
!exec bylaw decisions add --title A --rationale B --id 4
exit 3
!exec bylaw decisions add --title A --rationale B --check '{'
exit 3
!exec bylaw decisions add --title A --rationale B --check-file no-such-file
exit 3
!exec bylaw decisions add --title A --rationale B --check '{"kind":"path_exits","path":"a"}'
exit 2
stderr 'unknown-check'
!exec bylaw decisions add --title '' --rationale B
exit 2
!exists .hdr/decisions/HDR-005.json .hdr/decisions/.lock
exec bylaw decisions add --title A --rationale B --check-file check.json
exec bylaw decisions show HDR-005
stdout '"x-note": "kept"'
exec bylaw decisions revise HDR-005 --rationale C
exec bylaw decisions show HDR-005
stdout '"x-note": "kept"'
exec bylaw decisions revise HDR-005 --rationale C --drop-check
stdout 'nothing enforces it'
exec bylaw decisions add --title Typo --rationale Oops --deny-tool Bassh
stdout 'which no harness has'
-- check.json --
{"kind": "path_absent", "path": "tmp", "x-note": "kept"}
-- golden-dry --
--- /dev/null
+++ .hdr/decisions/HDR-003.json
@@ -0,0 +1,17 @@
+{
+  "schema_version": 2,
+  "id": "HDR-003",
+  "history": [
+    {
+      "date": "2026-11-02",
+      "title": "No shell",
+      "rationale": "It can change anything.",
+      "check": {
+        "kind": "tool_denied",
+        "tools": [
+          "Bash"
+        ]
+      }
+    }
+  ]
+}
nothing was written (--dry-run)
-- golden-file --
{
  "schema_version": 2,
  "id": "HDR-003",
  "history": [
    {
      "date": "2026-11-02",
      "title": "No shell",
      "rationale": "It can change anything.",
      "check": {
        "kind": "tool_denied",
        "tools": [
          "Bash"
        ]
      }
    },
    {
      "date": "2026-11-02",
      "title": "Shell is allowed",
      "rationale": "Builds need it.",
      "check": {
        "kind": "path_exists",
        "path": ".hdr"
      }
    },
    {
      "date": "2026-11-02",
      "title": "Shell is allowed",
      "rationale": "Still so.",
      "check": {
        "kind": "path_exists",
        "path": ".hdr"
      }
    },
    {
      "date": "2026-11-02",
      "status": "retired",
      "rationale": "Replaced by HDR-004."
    }
  ]
}
-- golden-list --
✔ HDR-001  current           Decision records are append-only [append_only]
✔ HDR-002  current           Hooks are registered for every lifecycle event
                             [hooks_registered]
✔ HDR-003  current, revised  Shell is allowed [path_exists]
✔ HDR-004  current           Readme [all]

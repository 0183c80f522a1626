# Two branches, each of them valid alone.
exec git add -A
exec git commit -q -m one
exec git branch feature
cp other-009.json .hdr/decisions/HDR-009.json
exec git add .hdr
exec git commit -q -m 'main adds HDR-009'
exec git checkout -q feature
exec bylaw validate --base main
stdout '^PASS: 2 current decisions \(2 decision files\)$'

# Appending is what a branch may do.
cp appended.json .hdr/decisions/HDR-001.json
exec bylaw validate --base main
exec git commit -q -a -m append
exec bylaw validate --base main

# Green on each branch, broken when joined.
cp clash-009.json .hdr/decisions/HDR-009-b.json
exec git add .hdr
exec git commit -q -m 'feature adds another HDR-009'
!exec bylaw validate
exit 1
!exec bylaw validate --base main
exit 2
stdout 'duplicate-id'
stdout 'HDR-009.json'
stdout 'HDR-009-b.json'
exec git reset -q --hard HEAD~1

# A rewritten past fails while it is in the work tree, and once it is committed.
cp rewritten.json .hdr/decisions/HDR-001.json
!exec bylaw validate --base main
exit 2
stdout '^HDR-001: '
exec git commit -q -a -m rewrite
!exec bylaw validate --base main
exit 2
stdout '^HDR-001: .*\(since main\)'
# Mending the work tree alone does not mend HEAD.
cp appended.json .hdr/decisions/HDR-001.json
!exec bylaw validate --base main
exit 2
exec git reset -q --hard HEAD~1

# A deleted or renamed file.
exec git mv .hdr/decisions/HDR-002.json .hdr/decisions/HDR-002-new.json
!exec bylaw validate --base main
exit 2
stdout '^HDR-002: '
exec git reset -q --hard HEAD

# What git does not know is a mistake in what was typed.
!exec bylaw validate --base no-such-branch
exit 3
stderr 'git knows no commit no-such-branch'
!exec bylaw validate --base=--output=x
exit 3
!exists x
env GIT_DIR=/nowhere
exec bylaw validate --base main
-- README.md --

-- .hdr/decisions/HDR-001.json --
{ "schema_version": 2, "id": "HDR-001", "history": [{ "title": "A", "rationale": "r", "check": { "kind": "path_exists", "path": "README.md" } }] }
-- .hdr/decisions/HDR-002.json --
{ "schema_version": 2, "id": "HDR-002", "history": [{ "title": "B", "rationale": "r", "check": { "kind": "hooks_registered" } }] }
-- appended.json --
{ "schema_version": 2, "id": "HDR-001", "history": [{ "title": "A", "rationale": "r", "check": { "kind": "path_exists", "path": "README.md" } }, { "title": "A2", "rationale": "r2" }] }
-- rewritten.json --
{ "schema_version": 2, "id": "HDR-001", "history": [{ "title": "A", "rationale": "because", "check": { "kind": "path_exists", "path": "README.md" } }] }
-- other-009.json --
{ "schema_version": 2, "id": "HDR-009", "history": [{ "title": "Infer facts", "rationale": "r" }] }
-- clash-009.json --
{ "schema_version": 2, "id": "HDR-009", "history": [{ "title": "Managed workspaces", "rationale": "r" }] }

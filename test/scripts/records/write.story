# A proposal becomes a decision, gets its verdicts, is ratified, and is closed for good. What base does not hold yet
# vouches for nothing, so the rules are committed first.
exec bylaw records init --apply
exec git add -A
exec git commit -qm base
stdin proposal.json
exec bylaw records new --from - --by ana --prefix d
stdout '^wrote d-001 \(docs/decisions/d-001-where-the-queue-lives.md\)$'
exec bylaw records amend d-001 --set decided.json --dry-run
cmp stdout golden-dry
exec bylaw records amend d-001 --set decided.json

# The decider may speak, and is not counted. A dissent has a reason.
exec bylaw records review d-001 --verdict agree --by Ana
exec bylaw records review d-001 --verdict agree --by ben
!exec bylaw records review d-001 --verdict dissent --by cleo
exit 2
stderr 'review-note-required'
exec bylaw records review d-001 --verdict dissent --by cleo --note 'It is slow.'
!exec bylaw records amend d-001 --set ratified.json
exit 2
stderr 'd-001 can''t be ratified yet: its quorum needs 2 agreeing verdicts that count, and it has 1 \(not counted: ana, review-decider\)$'

# New evidence is another text: whoever agreed to the old one is asked again.
exec bylaw records amend d-001 --set evidence.json
!exec bylaw records amend d-001 --set ratified.json
stderr 'ben, review-older-digest'
exec bylaw records review d-001 --verdict agree --by ben
exec bylaw records review d-001 --verdict agree --by dora

# An agent does not ratify.
env CLAUDECODE=1
!exec bylaw records amend d-001 --set ratified.json
exit 2
stderr 'not-a-person'
env CLAUDECODE=
exec bylaw records amend d-001 --set ratified.json
cmp docs/decisions/d-001-where-the-queue-lives.md golden-ratified

# Closed: nothing is added, nothing changed, and a byte that changes shows.
!exec bylaw records review d-001 --verdict dissent --by eve --note 'Too late.' --json
exit 2
cmp stdout golden-closed
!exec bylaw records amend d-001 --set evidence-none.json
exit 2
stderr 'record-closed'
exec sed -i 's/survives/survived/' docs/decisions/d-001-where-the-queue-lives.md
exec bylaw records --json
stdout 'record-seal-mismatch'

# What is typed wrong ends with 3.
!exec bylaw records amend d-001
exit 3
stderr 'nothing to change'
!exec bylaw records review d-001 --verdict maybe --by eve
exit 3
-- proposal.json --
{
  "schema": 1,
  "title": "Where the queue lives",
  "state": "proposed",
  "area": "orders",
  "source": { "via": "cli" },
  "question": "Where do orders wait?",
  "options": [
    { "id": "a", "label": "In memory", "how": "A list.", "tradeoff": "Lost in a crash." },
    { "id": "b", "label": "In Postgres", "how": "A table.", "tradeoff": "Slower." }
  ],
  "choice": null,
  "rejected": [],
  "supersedes": [],
  "evidence": [],
  "decided_by": null,
  "decided_on": null,
  "reviews": [],
  "constrains": ["path:src/queue"]
}
-- decided.json --
{
  "state": "decided",
  "choice": { "option": "b", "reason": "It survives a crash." },
  "rejected": [{ "option": "a", "why": "Orders are lost." }],
  "decided_by": "ana",
  "decided_on": "2026-11-02"
}
-- ratified.json --
{ "state": "ratified" }
-- evidence.json --
{ "evidence": [{ "title": "A load test", "url": "https://example.org/load" }] }
-- evidence-none.json --
{ "evidence": [] }
-- golden-dry --
would amend d-001 (docs/decisions/d-001-where-the-queue-lives.md)
  state decided
  changed state, choice, rejected, decided_by, decided_on
  digest 71b7dc529bb90a609aa666ab16fd4f8b5d6c9260dfb731a3f34bf747ec0766ff
  warning record-no-evidence: evidence is empty

--- docs/decisions/d-001-where-the-queue-lives.md
+++ docs/decisions/d-001-where-the-queue-lives.md
@@ -2,7 +2,7 @@
 schema: 1
 id: "d-001"
 title: "Where the queue lives"
-state: "proposed"
+state: "decided"
 area: "orders"
 source:
   via: "cli"
@@ -16,12 +16,16 @@
     label: "In Postgres"
     how: "A table."
     tradeoff: "Slower."
-choice: null
-rejected: []
+choice:
+  option: "b"
+  reason: "It survives a crash."
+rejected:
+  - option: "a"
+    why: "Orders are lost."
 supersedes: []
 evidence: []
-decided_by: null
-decided_on: null
+decided_by: "ana"
+decided_on: "2026-11-02"
 reviews: []
 constrains:
   - "path:src/queue"
-- golden-ratified --
---
schema: 1
id: "d-001"
title: "Where the queue lives"
state: "ratified"
area: "orders"
source:
  via: "cli"
question: "Where do orders wait?"
options:
  - id: "a"
    label: "In memory"
    how: "A list."
    tradeoff: "Lost in a crash."
  - id: "b"
    label: "In Postgres"
    how: "A table."
    tradeoff: "Slower."
choice:
  option: "b"
  reason: "It survives a crash."
rejected:
  - option: "a"
    why: "Orders are lost."
supersedes: []
evidence:
  - title: "A load test"
    url: "https://example.org/load"
decided_by: "ana"
decided_on: "2026-11-02"
reviews:
  - reviewer: "Ana"
    verdict: "agree"
    on: "2026-11-02"
    digest: "71b7dc529bb90a609aa666ab16fd4f8b5d6c9260dfb731a3f34bf747ec0766ff"
  - reviewer: "ben"
    verdict: "agree"
    on: "2026-11-02"
    digest: "71b7dc529bb90a609aa666ab16fd4f8b5d6c9260dfb731a3f34bf747ec0766ff"
  - reviewer: "cleo"
    verdict: "dissent"
    note: "It is slow."
    on: "2026-11-02"
    digest: "71b7dc529bb90a609aa666ab16fd4f8b5d6c9260dfb731a3f34bf747ec0766ff"
  - reviewer: "ben"
    verdict: "agree"
    on: "2026-11-02"
    digest: "8f4b32063f92130ac43c49dda8387863bf45f64d62820162189c9bdd24914ced"
  - reviewer: "dora"
    verdict: "agree"
    on: "2026-11-02"
    digest: "8f4b32063f92130ac43c49dda8387863bf45f64d62820162189c9bdd24914ced"
constrains:
  - "path:src/queue"
proposed_by: "ana"
closed_digest: "sha256:1cd6a094f99ddb1ab9f7713e5485580bb82c4fd5cb26576cbd0e86c44248c427"
---

# Where the queue lives
-- golden-closed --
{
  "$schema": "bylaw.records-review.v1",
  "contract": 1,
  "error": {
    "code": "record-closed",
    "message": "d-001 is ratified and closed",
    "hint": "a new record can supersede it"
  }
}

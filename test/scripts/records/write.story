# The rules come from base: what is not committed there vouches for nothing.
exec git add -A
exec git commit -qm base

# A proposal: shown, then written. The first record of a series names it.
!exec bylaw records new --from proposal.json --by ana
exit 2
stderr 'record-id-unallocatable'
exec bylaw records new --from proposal.json --by ana --prefix d --dry-run
stdout '^\+id: "d-001"$'
!exists docs/d-001-where-the-queue-lives.md
exec bylaw records new --from proposal.json --by ana --prefix d
stdout '^wrote d-001 \(docs/d-001-where-the-queue-lives.md\)$'
cmp docs/d-001-where-the-queue-lives.md golden-proposal

# What is wrong is not written.
!exec bylaw records new --from - --json
exit 2
stdout '"code": "write-input-invalid"'
stdin bad.json
!exec bylaw records new --from -
exit 2
stderr 'record-schema-invalid.* must be string'
!exec bylaw records new
exit 3
!exec bylaw records new nothing-of-that-name --from proposal.json
exit 2
stderr 'kind-unreadable'

# Decided by one person; ratified by nobody yet.
exec bylaw records amend d-001 --set decided.json
stdout 'changed state, choice, decided_by$'
!exec bylaw records amend d-001 --set other-title.json
exit 2
stderr 'amend-supersede-instead'
!exec bylaw records amend d-001 --set ratified.json
exit 2
stderr 'd-001 can''t be ratified yet: its quorum needs 2 agreeing verdicts that count, and it has 0$'

# The decider and an agent may give a verdict. It does not count.
exec bylaw records review d-001 --verdict agree --by Ana
exec bylaw records review d-001 --verdict agree --by builder-bot
exec bylaw records review d-001 --verdict agree --by ben
!exec bylaw records amend d-001 --set ratified.json
stderr 'it has 1 \(not counted: ana, review-decider; builder-bot, review-agent\)$'

# A dissent has a reason, and gets an answer; verdicts are not taken away.
!exec bylaw records review d-001 --verdict dissent --by cleo
exit 2
stderr 'review-note-required'
exec bylaw records review d-001 --verdict dissent --by cleo --note 'It is slow.'
!exec bylaw records amend d-001 --set no-reviews.json
exit 2
stderr 'amend-reviews-append-only'
exec bylaw records amend d-001 --set answered.json
stdout 'changed reviews$'

# New evidence is another text: who agreed to the old one is asked again.
exec bylaw records amend d-001 --set evidence.json
!exec bylaw records amend d-001 --set ratified.json
stderr 'ben, review-older-digest'
!exec bylaw records review d-001 --verdict agree --by ben --expect 0000000000000000000000000000000000000000000000000000000000000000 --json
exit 2
stdout '"code": "record-conflict"'
stdout '"verb": "amend"'
!exec bylaw records review d-001 --verdict agree --by ben --expect 00
exit 3
exec bylaw records review d-001 --verdict agree --by ben
exec bylaw records review d-001 --verdict agree --by dora

# An agent neither ratifies nor speaks for people.
env CLAUDECODE=1
!exec bylaw records amend d-001 --set ratified.json
exit 2
stderr 'not-a-person'
!exec bylaw records review d-001 --verdict agree --by eve
exit 2
stderr 'eve is not known as an agent'
exec bylaw records review d-001 --verdict abstain --by Builder-Bot --note 'Seen.'
env CLAUDECODE=

# Ratified, sealed, and from then on as it is.
exec bylaw records amend d-001 --set ratified.json
stdout 'changed state, closed_digest$'
cmp docs/d-001-where-the-queue-lives.md golden-ratified
!exec bylaw records amend d-001 --set evidence-none.json
exit 2
stderr 'record-closed'
stderr 'records new'
!exec bylaw records amend d-001 --set decided.json
stderr 'record-closed'
!exec bylaw records review d-001 --verdict dissent --by eve --note 'Too late.'
exit 2
stderr 'record-closed'
!exec bylaw records amend d-001 --unset closed_digest
stderr 'write-input-invalid'
exec bylaw records amend d-001 --set ratified.json
stdout '^nothing to change in d-001$'
cmp docs/d-001-where-the-queue-lives.md golden-ratified

# A decided record does not supersede a ratified one, nor does one person retire it.
exec bylaw records new --from successor.json
stdout 'record-supersedes-pending'
!exec bylaw records amend d-002 --set superseded.json
exit 2
stderr 'ratify-quorum-not-met'
exec bylaw records review d-002 --verdict agree --by ben
exec bylaw records review d-002 --verdict agree --by dora
exec bylaw records amend d-002 --set ratified.json
!stdout 'record-supersedes-pending'

# One superseded already is not superseded again.
!exec bylaw records new --from rival.json
exit 2
stderr 'ratify-quorum-not-met'

# A text changed by hand under its seal stops the next write that would build on it.
exec sed -i 's/In Postgres/In Redis/' docs/d-002-the-queue-moves.md
!exec bylaw records amend d-002 --set ratified.json --sign nothing.pub
exit 2
stderr 'record-sign-failed'

# An id that was given once is not given again, also where its file is gone.
exec git add -A
exec git commit -qm more
exec rm docs/d-002-the-queue-moves.md
exec bylaw records new --from proposal.json --dry-run
stdout 'd-003'

# What is pinned is named from the workspace.
exec bylaw records pin docs/load.md
stdout '^\{"path":"docs/load.md","sha256":"[0-9a-f]{64}"\}$'
!exec bylaw records pin docs/nothing.md
exit 2
-- chant.workspace.json --
{
  "name": "shop",
  "schema": 1,
  "minReader": "0.101.0",
  "members": [],
  "records": [{ "kind": "docs/decision.kind.mjs" }],
  "quorum": 2
}
-- .chant/trust.json --
{ "schema": 1, "roles": { "agent": ["builder-bot"] } }
-- docs/decision.kind.mjs --
export const recordKind = {
  name: 'decision',
  location: { dir: '.', match: '^[a-z]+-[0-9]{3,}-.+\\.md$' },
  format: 'markdown-front-matter',
  schema: { id: 'urn:test:decision:1', path: 'decision.schema.json' },
  idField: 'id',
  stateField: 'state',
  states: ['proposed', 'decided', 'ratified', 'superseded', 'withdrawn'],
  closedStates: ['ratified', 'superseded'],
  seal: { field: 'closed_digest' },
  supersedes: { field: 'supersedes', key: 'decision' },
  approval: { proposed: 0, withdrawn: 0, decided: 1, ratified: 2, superseded: 2 },
  pins: { field: 'evidence' },
  reviews: { field: 'reviews', decider: 'decided_by', ratified: 'ratified' },
  proposedBy: { field: 'proposed_by' },
}
-- docs/decision.schema.json --
{
  "$id": "urn:test:decision:1",
  "type": "object",
  "required": ["id", "title", "state", "choice", "supersedes", "evidence", "decided_by", "reviews"],
  "properties": { "title": { "type": "string" }, "proposed_by": { "type": "string" } }
}
-- docs/load.md --
It holds.
-- proposal.json --
{
  "title": "Where the queue lives",
  "state": "proposed",
  "choice": null,
  "supersedes": [],
  "evidence": [],
  "decided_by": null,
  "reviews": []
}
-- bad.json --
{ "title": 7, "state": "proposed" }
-- decided.json --
{ "state": "decided", "choice": "In Postgres", "decided_by": "ana" }
-- other-title.json --
{ "title": "Where the orders live" }
-- ratified.json --
{ "state": "ratified" }
-- superseded.json --
{ "state": "superseded" }
-- no-reviews.json --
{ "reviews": [] }
-- evidence.json --
{ "evidence": [{ "title": "A load test", "url": "https://example.org/load" }] }
-- evidence-none.json --
{ "evidence": [] }
-- answered.json --
{}
-- successor.json --
{
  "title": "The queue moves",
  "state": "decided",
  "choice": "In Postgres",
  "supersedes": [{ "decision": "d-001" }],
  "evidence": [],
  "decided_by": "ana",
  "reviews": []
}
-- rival.json --
{
  "title": "The queue moves elsewhere",
  "state": "ratified",
  "choice": "In Redis",
  "supersedes": [{ "decision": "d-001" }],
  "evidence": [],
  "decided_by": "ana",
  "reviews": []
}
-- golden-proposal --
-- golden-ratified --

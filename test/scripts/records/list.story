# A workspace with its records: what is ratified, decided, proposed, invalid.
exec bylaw records init --apply
exec bylaw records --json
cmp stdout golden-json
exec bylaw records --current --json
stdout '"binding": true'
exec git add -A
exec git commit -qm first
exec bylaw records
cmp stdout golden-list
exec sed -i 's/Retry with/Try again with/' docs/decisions/d-002-retry.md
exec bylaw records --uncommitted
cmp stdout golden-uncommitted
exec sed -i 's/decided/withdrawn/' docs/decisions/d-004-broken.md
exec rm docs/decisions/d-003-name.md
exec bylaw records --since HEAD
stdout ': 2 changes'
stdout 'd-004 was decided and is withdrawn'
stdout 'd-003 is gone, it was proposed'
exec bylaw records
stdout 'd-003-name.md is deleted and was committed'
exec bylaw records --at HEAD
stdout 'Retry with'
!exec bylaw records --require attested
exit 2
stdout 'no verified seal of its author'
!exec bylaw records --at none
exit 3
stderr 'no commit goes by none'
!exec bylaw records --kind none.mjs
exit 3
stdout 'kind-unreadable'
-- docs/decisions/d-001-use-a-queue.md --
---
schema: 1
id: "d-001"
title: "Use a queue"
state: "ratified"
area: "core"
source:
  kind: "workspace"
  member: "core"
question: "How is work passed on?"
options:
  - id: "a"
    label: "a queue"
    how: "a broker"
    tradeoff: "one more part"
choice:
  option: "a"
  reason: "it holds work"
rejected: []
supersedes: []
evidence:
  - title: "notes"
    url: "https://example.org/notes"
decided_by: "dana"
decided_on: "2026-11-01"
reviews:
  - reviewer: "ana"
    verdict: "agree"
    on: "2026-11-02"
    digest: "d1abef87937389578d2bdddcb257c15253e35fbd527fe2cbcd10c927e9d3f179"
  - reviewer: "bo"
    verdict: "agree"
    on: "2026-11-02"
    digest: "d1abef87937389578d2bdddcb257c15253e35fbd527fe2cbcd10c927e9d3f179"
constrains:
  - "path:src"
closed_digest: "sha256:df21b0c297bbc2f9c615a72f9ac6cbf9078c74ef2b1ca8912013c745f18499a4"
---

# Use a queue
-- docs/decisions/d-002-retry.md --
---
schema: 1
id: "d-002"
title: "Retry with backoff, and give up after five attempts"
state: "decided"
area: "core"
source:
  kind: "workspace"
  member: "core"
question: "How is work passed on?"
options:
  - id: "a"
    label: "a queue"
    how: "a broker"
    tradeoff: "one more part"
choice:
  option: "a"
  reason: "it holds work"
rejected: []
supersedes:
  - decision: "d-001"
evidence:
  - title: "notes"
    url: "https://example.org/notes"
decided_by: "dana"
decided_on: "2026-11-01"
reviews:
  - reviewer: "ana"
    verdict: "agree"
    on: "2026-11-03"
    digest: "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6"
  - reviewer: "dana"
    verdict: "agree"
    on: "2026-11-03"
    digest: "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6"
  - reviewer: "bo"
    verdict: "dissent"
    on: "2026-11-04"
    note: "five is too many"
    digest: "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6"
constrains:
  - "path:src"
---

# Use a queue
-- docs/decisions/d-003-name.md --
---
schema: 1
id: "d-003"
title: "Name the queue"
state: "proposed"
area: null
source:
  kind: "workspace"
  member: "core"
question: null
options:
  - id: "a"
    label: "a queue"
    how: null
    tradeoff: null
choice: null
rejected: []
supersedes: []
evidence: []
decided_by: null
decided_on: null
reviews: []
constrains:
  - "member:core"
---

# Use a queue
-- docs/decisions/d-004-broken.md --
---
schema: 1
id: "d-004"
title: "Use a queue"
state: "decided"
area: 5
source:
  kind: "workspace"
  member: "core"
question: "How is work passed on?"
options:
  - id: "a"
    label: "a queue"
    how: "a broker"
    tradeoff: "one more part"
choice:
  option: "a"
  reason: "it holds work"
rejected: []
supersedes: []
evidence:
  - title: "notes"
    url: "https://example.org/notes"
decided_by: "dana"
decided_on: "2026-13-01"
reviews: []
constrains:
  - "path:src"
---

# Use a queue
-- docs/decisions/d-005-yaml.md --
---
id: *x
---
-- golden-list --
decision records in docs/decisions: 5, 2 invalid
   id     state     quorum                                        title
✔  d-001  ratified  2 of 2 agreed                                 Use a queue
▲  d-002  decided   1 of 2 agreed, 1 not counted, 1 open concern  Retry with backoff,
                                                                  and give up after
                                                                  five attempts
                                                                  supersedes d-001, not yet
▲  d-003  proposed  0 of 2 agreed                                 Name the queue
✘  d-004  decided   0 of 2 agreed                                 Use a queue
✘  ?      ?                                                       d-005-yaml.md
▲ docs/decisions/d-002-retry.md:20  record-supersedes-pending
  superseding d-001 waits until d-002 is approved as highly
▲ docs/decisions/d-003-name.md:19  record-no-evidence
  evidence is empty
✘ docs/decisions/d-004-broken.md:6  record-schema-invalid
  /area must be string; / must match "then" schema; /area must be string,null
▲ docs/decisions/d-004-broken.md:25  record-inconsistent
  /decided_on is 2026-13-01, which is no day
✘ docs/decisions/d-005-yaml.md:2  record-unparseable
  YAML aliases are not allowed
-- golden-json --
{
  "$schema": "bylaw.records.v1",
  "contract": 1,
  "kinds": [
    {
      "$schema": "bylaw.records.v1",
      "contract": 1,
      "kind": {
        "name": "decision",
        "schema": "urn:intentius:chant:decision:1",
        "file": "docs/decisions/decision.kind.mjs",
        "format": "markdown-front-matter",
        "spec": true
      },
      "at": null,
      "workspaceRoot": ".",
      "current": false,
      "uncommitted": false,
      "checkout": {
        "head": null,
        "base": null,
        "baseFrom": null,
        "deleted": []
      },
      "trust": {
        "base": null,
        "baseFrom": null,
        "active": false,
        "broken": false,
        "signersPath": ".chant/allowed_signers",
        "problems": []
      },
      "records": [
        {
          "id": "d-001",
          "path": "docs/decisions/d-001-use-a-queue.md",
          "state": "ratified",
          "valid": true,
          "reasons": [],
          "supersededBy": null,
          "remediatedBy": [],
          "data": {
            "schema": 1,
            "id": "d-001",
            "title": "Use a queue",
            "state": "ratified",
            "area": "core",
            "source": {
              "kind": "workspace",
              "member": "core"
            },
            "question": "How is work passed on?",
            "options": [
              {
                "id": "a",
                "label": "a queue",
                "how": "a broker",
                "tradeoff": "one more part"
              }
            ],
            "choice": {
              "option": "a",
              "reason": "it holds work"
            },
            "rejected": [],
            "supersedes": [],
            "evidence": [
              {
                "title": "notes",
                "url": "https://example.org/notes"
              }
            ],
            "decided_by": "dana",
            "decided_on": "2026-11-01",
            "reviews": [
              {
                "reviewer": "ana",
                "verdict": "agree",
                "on": "2026-11-02",
                "digest": "d1abef87937389578d2bdddcb257c15253e35fbd527fe2cbcd10c927e9d3f179"
              },
              {
                "reviewer": "bo",
                "verdict": "agree",
                "on": "2026-11-02",
                "digest": "d1abef87937389578d2bdddcb257c15253e35fbd527fe2cbcd10c927e9d3f179"
              }
            ],
            "constrains": [
              "path:src"
            ],
            "closed_digest": "sha256:df21b0c297bbc2f9c615a72f9ac6cbf9078c74ef2b1ca8912013c745f18499a4"
          },
          "assets": [],
          "warnings": [],
          "digest": "d1abef87937389578d2bdddcb257c15253e35fbd527fe2cbcd10c927e9d3f179",
          "quorum": {
            "need": 2,
            "needFrom": "default",
            "agreed": 2,
            "openConcerns": [],
            "met": true,
            "metWithObjections": false,
            "counted": [
              {
                "index": 0,
                "principal": "ana",
                "reviewer": "ana",
                "verdict": "agree",
                "digest": "d1abef87937389578d2bdddcb257c15253e35fbd527fe2cbcd10c927e9d3f179",
                "attested": null,
                "attestation": {
                  "code": "seal-missing",
                  "message": "no seal"
                }
              },
              {
                "index": 1,
                "principal": "bo",
                "reviewer": "bo",
                "verdict": "agree",
                "digest": "d1abef87937389578d2bdddcb257c15253e35fbd527fe2cbcd10c927e9d3f179",
                "attested": null,
                "attestation": {
                  "code": "seal-missing",
                  "message": "no seal"
                }
              }
            ],
            "notCounted": []
          },
          "attested": null,
          "attestation": {
            "code": "seal-missing",
            "message": "no seal"
          },
          "worktree": "new"
        },
        {
          "id": "d-002",
          "path": "docs/decisions/d-002-retry.md",
          "state": "decided",
          "valid": true,
          "reasons": [],
          "supersededBy": null,
          "remediatedBy": [],
          "data": {
            "schema": 1,
            "id": "d-002",
            "title": "Retry with backoff, and give up after five attempts",
            "state": "decided",
            "area": "core",
            "source": {
              "kind": "workspace",
              "member": "core"
            },
            "question": "How is work passed on?",
            "options": [
              {
                "id": "a",
                "label": "a queue",
                "how": "a broker",
                "tradeoff": "one more part"
              }
            ],
            "choice": {
              "option": "a",
              "reason": "it holds work"
            },
            "rejected": [],
            "supersedes": [
              {
                "decision": "d-001"
              }
            ],
            "evidence": [
              {
                "title": "notes",
                "url": "https://example.org/notes"
              }
            ],
            "decided_by": "dana",
            "decided_on": "2026-11-01",
            "reviews": [
              {
                "reviewer": "ana",
                "verdict": "agree",
                "on": "2026-11-03",
                "digest": "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6"
              },
              {
                "reviewer": "dana",
                "verdict": "agree",
                "on": "2026-11-03",
                "digest": "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6"
              },
              {
                "reviewer": "bo",
                "verdict": "dissent",
                "on": "2026-11-04",
                "note": "five is too many",
                "digest": "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6"
              }
            ],
            "constrains": [
              "path:src"
            ]
          },
          "assets": [],
          "warnings": [
            {
              "code": "record-supersedes-pending",
              "message": "superseding d-001 waits until d-002 is approved as highly",
              "line": 20
            }
          ],
          "digest": "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6",
          "quorum": {
            "need": 2,
            "needFrom": "default",
            "agreed": 1,
            "openConcerns": [
              {
                "index": 2,
                "principal": "bo",
                "reviewer": "bo",
                "note": "five is too many",
                "proposes": null
              }
            ],
            "met": false,
            "metWithObjections": false,
            "counted": [
              {
                "index": 0,
                "principal": "ana",
                "reviewer": "ana",
                "verdict": "agree",
                "digest": "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6",
                "attested": null,
                "attestation": {
                  "code": "seal-missing",
                  "message": "no seal"
                }
              },
              {
                "index": 2,
                "principal": "bo",
                "reviewer": "bo",
                "verdict": "dissent",
                "digest": "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6",
                "attested": null,
                "attestation": {
                  "code": "seal-missing",
                  "message": "no seal"
                }
              }
            ],
            "notCounted": [
              {
                "index": 1,
                "principal": "dana",
                "reviewer": "dana",
                "verdict": "agree",
                "digest": "0ea0dcbe8d415cae96e5395622863e7893bf88588e8716b0e08ce36d56b446e6",
                "attested": null,
                "attestation": {
                  "code": "seal-missing",
                  "message": "no seal"
                },
                "reason": {
                  "code": "review-decider",
                  "message": "dana decided it"
                }
              }
            ]
          },
          "attested": null,
          "attestation": {
            "code": "seal-missing",
            "message": "no seal"
          },
          "worktree": "new"
        },
        {
          "id": "d-003",
          "path": "docs/decisions/d-003-name.md",
          "state": "proposed",
          "valid": true,
          "reasons": [],
          "supersededBy": null,
          "remediatedBy": [],
          "data": {
            "schema": 1,
            "id": "d-003",
            "title": "Name the queue",
            "state": "proposed",
            "area": null,
            "source": {
              "kind": "workspace",
              "member": "core"
            },
            "question": null,
            "options": [
              {
                "id": "a",
                "label": "a queue",
                "how": null,
                "tradeoff": null
              }
            ],
            "choice": null,
            "rejected": [],
            "supersedes": [],
            "evidence": [],
            "decided_by": null,
            "decided_on": null,
            "reviews": [],
            "constrains": [
              "member:core"
            ]
          },
          "assets": [],
          "warnings": [
            {
              "code": "record-no-evidence",
              "message": "evidence is empty",
              "line": 19
            }
          ],
          "digest": "7e8c85925708dc3c3cd78fe1a803e97d5a33660aa76a6dc294c3e76b0e6c40c0",
          "quorum": {
            "need": 2,
            "needFrom": "default",
            "agreed": 0,
            "openConcerns": [],
            "met": false,
            "metWithObjections": false,
            "counted": [],
            "notCounted": []
          },
          "attested": null,
          "attestation": {
            "code": "seal-missing",
            "message": "no seal"
          },
          "worktree": "new"
        },
        {
          "id": "d-004",
          "path": "docs/decisions/d-004-broken.md",
          "state": "decided",
          "valid": false,
          "reasons": [
            {
              "code": "record-schema-invalid",
              "message": "/area must be string; / must match \"then\" schema; /area must be string,null",
              "line": 6
            }
          ],
          "supersededBy": null,
          "remediatedBy": [],
          "data": {
            "schema": 1,
            "id": "d-004",
            "title": "Use a queue",
            "state": "decided",
            "area": 5,
            "source": {
              "kind": "workspace",
              "member": "core"
            },
            "question": "How is work passed on?",
            "options": [
              {
                "id": "a",
                "label": "a queue",
                "how": "a broker",
                "tradeoff": "one more part"
              }
            ],
            "choice": {
              "option": "a",
              "reason": "it holds work"
            },
            "rejected": [],
            "supersedes": [],
            "evidence": [
              {
                "title": "notes",
                "url": "https://example.org/notes"
              }
            ],
            "decided_by": "dana",
            "decided_on": "2026-13-01",
            "reviews": [],
            "constrains": [
              "path:src"
            ]
          },
          "assets": [],
          "warnings": [
            {
              "code": "record-inconsistent",
              "message": "/decided_on is 2026-13-01, which is no day",
              "line": 25
            }
          ],
          "digest": "79390fcdd036221f465bdf6b0e06d7a0fab06820394381180cc357c37c6d60a6",
          "quorum": {
            "need": 2,
            "needFrom": "default",
            "agreed": 0,
            "openConcerns": [],
            "met": false,
            "metWithObjections": false,
            "counted": [],
            "notCounted": []
          },
          "attested": null,
          "attestation": {
            "code": "seal-missing",
            "message": "no seal"
          },
          "worktree": "new"
        },
        {
          "id": null,
          "path": "docs/decisions/d-005-yaml.md",
          "state": null,
          "valid": false,
          "reasons": [
            {
              "code": "record-unparseable",
              "message": "YAML aliases are not allowed",
              "line": 2
            }
          ],
          "supersededBy": null,
          "remediatedBy": [],
          "data": null,
          "assets": [],
          "warnings": [],
          "digest": "09c9aae703494b7a716bb44fe4bfae842a6f02b13d1b0e90143f5c127daa7db5",
          "quorum": null,
          "worktree": "new"
        }
      ],
      "summary": {
        "total": 5,
        "valid": 3,
        "invalid": 2,
        "superseded": 0
      },
      "declared": {
        "member": null,
        "path": "docs/decisions/decision.kind.mjs",
        "name": null
      }
    }
  ]
}
-- golden-uncommitted --
decision records in docs/decisions: 1
   id     state    quorum                                        title
▲  d-002  decided  0 of 2 agreed, 3 not counted, 1 open concern  Try again with
                                                                 backoff, and give up
                                                                 after five attempts
                                                                 supersedes d-001, not yet
▲ docs/decisions/d-002-retry.md:20  record-supersedes-pending
  superseding d-001 waits until d-002 is approved as highly

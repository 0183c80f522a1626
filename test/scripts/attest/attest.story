# A checker approves exactly these files; any change of them ends the approval.
exec git add -A
exec git commit -q -m state
exec bylaw attest create --spec SPEC.md --output review.json --maker ana --checker bo --session s1 --verdict approved
cmp stdout golden-created
exec bylaw attest verify review.json
cmp stdout golden-valid
exec cp other.txt src/a.ts
!exec bylaw attest verify review.json
exit 2
cmp stdout golden-blocked
!exec bylaw attest verify review.json --json
stdout '"status": "blocked"'
stdout '"mismatches": \[\s*"snapshot_digest"\s*\]'
!exec bylaw attest create --spec SPEC.md --output review.json --maker ana --checker bo --session s1 --verdict approved
exit 2
stderr 'another file is there already: review.json'

# A maker does not check their own work, however they write their name.
!exec bylaw attest create --spec SPEC.md --output own.json --maker a --checker A --session s1 --verdict approved
exit 2
stderr 'maker and checker must be different non-empty actors'
!exists own.json

# Another verdict is recorded too, ends with 2, and never verifies.
!exec bylaw attest create --spec SPEC.md --output no.json --maker ana --checker bo --session s1 --verdict revise --json
exit 2
stdout '"status": "recorded"'
stdout '"file_count": 5'
!exec bylaw attest verify no.json
exit 2
stdout 'blocked: verdict'

# Bound to the tree, an approval survives the commit of what was approved.
exec bylaw attest create --spec SPEC.md --output .hpp/a.json --maker ana --checker bo --session s1 --verdict approved --bind tree
cmp stdout golden-tree
exec git add -A
exec git commit -q -m approved
exec bylaw attest verify .hpp/a.json
cmp stdout golden-survived

# Others' tools read an envelope.
exec bylaw attest export .hpp/a.json --format in-toto
stdout '^\{"payloadType":"application/vnd.in-toto\+json","payload":"[A-Za-z0-9+/=]+","signatures":\[\]\}$'

# Typing mistakes are 3, values that are refused 2.
!exec bylaw attest create --spec SPEC.md
exit 3
!exec bylaw attest create --spec SPEC.md --output x --maker a --checker b --session s --verdict fine
exit 3
!exec bylaw attest verify none.json
exit 2
stderr 'attestation not found: none.json'
!exec bylaw attest verify other.txt
exit 2
-- SPEC.md --
What the work has to do.
-- .gitignore --
dist/
-- dist/out.js --
built
-- src/a.ts --
a
-- other.txt --
b
-- golden-created --
✔ recorded: approved, 4 file(s)
  review.json
  ignored files are not covered: dist/
  not signed: whoever can write the file can change what it says
-- golden-valid --
✔ valid: approved by bo
  not signed: whoever can write the file can change what it says
  ignored files are not covered: dist/
-- golden-blocked --
✘ blocked: snapshot_digest
  the files are not those that were recorded
  changed  src/a.ts
  not signed: whoever can write the file can change what it says
  ignored files are not covered: dist/
-- golden-tree --
✔ recorded: approved, 6 file(s), binds tree
  .hpp/a.json
  ignored files are not covered: dist/
  not signed: whoever can write the file can change what it says
-- golden-survived --
✔ valid: approved by bo, binds tree
  not signed: whoever can write the file can change what it says
  the files on the disk are bound, not the commit: HEAD is another than at the
    approval
  ignored files are not covered: dist/

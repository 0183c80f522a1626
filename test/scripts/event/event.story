# A piece of work from start to end. Nothing is made before the first event that counts.
exec bylaw status
cmp stdout golden-planned
!exec bylaw event append --type verified
exit 2
stderr 'invalid transition at event 1: planned --verified--> \?'
stderr 'this state takes: work_started'
!exists .hpp
exec bylaw event append --type work_started --data '{"unit":"U-1"}'
cmp stdout golden-started
exec bylaw event append --type evidence_recorded
exec bylaw event append --type check_passed
exec bylaw status
cmp stdout golden-checked
exec bylaw resume
cmp stdout golden-resume
exec bylaw event append --type human_approved
exec bylaw event append --type verified --json
cmp stdout golden-verified-json
!exec bylaw event append --type work_started
exit 2
stderr 'nothing follows this state'
exec bylaw event verify
stdout '^. intact: 5 events$'

# From a folder below, the same log is meant.
exec bylaw --project src status
stdout '^HPP status: verified'

# A line that was rewritten is named, and nothing is appended behind it.
exec sed -i s/U-1/U-2/ .hpp/events.jsonl
!exec bylaw event verify --json
exit 2
stdout '"first_divergent": "event:2"'
!exec bylaw status
exit 2
stderr 'hash chain broken at event:2 \(prev_sha256 does not match line 1 as written\)'

# A piece of work of its own; a line that was cut off is moved away by repair alone.
exec bylaw event append --work ITEM-7 --type work_started
exec bylaw event append --work ITEM-7 --type evidence_recorded
exec truncate -s -10 .hpp/work/ITEM-7/events.jsonl
!exec bylaw event append --work ITEM-7 --type check_passed
exit 2
stderr 'event repair'
exec bylaw event repair --work ITEM-7
cmp stdout golden-repaired
exec bylaw event repair --work ITEM-7
stdout 'nothing to repair: 1 whole event'
exec bylaw event append --work ITEM-7 --type evidence_recorded

# Typing mistakes are 3, values that are refused 2.
!exec bylaw event append
exit 3
!exec bylaw event append --type work_started --data '[1]'
exit 2
stderr 'event data must be a JSON object'
!exec bylaw status --work ../x
exit 2
!exec bylaw status --manifest no.json
exit 2
stderr 'manifest not found: no.json'

# A loop that can be read in two ways is refused with every fault at once.
exec cp loop.json hpp.manifest.json
!exec bylaw status --work NEW
exit 2
stderr 'two transitions take begin in state idle; no transition leads to state lost'
-- src/keep --

-- loop.json --
{"loop":{"initial":"idle","transitions":[
{"from":"idle","event":"begin","to":"busy","gate":"a"},
{"from":"idle","event":"begin","to":"idle","gate":"b"},
{"from":"lost","event":"end","to":"idle","gate":"c"}]}}
-- golden-planned --
HPP status: planned · events=0 · next=start work · chain=empty
  done     nothing yet
  missing  work_started (gate scope)
           evidence_recorded (gate fresh-evidence)
           check_passed (gate read-only-checker)
           human_approved (gate human)
           verified (gate closure)
  log      $WORK/.hpp/events.jsonl
  run      bylaw event append --type work_started
-- golden-started --
✔ event 1: work_started, now active
  next  record fresh evidence
  log   $WORK/.hpp/events.jsonl
-- golden-checked --
HPP status: checked · events=3 · next=request human gate · chain=intact
  done     work_started, evidence_recorded, check_passed
  missing  human_approved (gate human)
           verified (gate closure)
  log      $WORK/.hpp/events.jsonl
  run      bylaw event append --type human_approved
-- golden-resume --
checked: request human gate
  run  bylaw event append --type human_approved
-- golden-verified-json --
{
  "state": "verified",
  "event_count": 5,
  "evidence_count": 1,
  "history": [
    "work_started",
    "evidence_recorded",
    "check_passed",
    "human_approved",
    "verified"
  ],
  "next_step": "no-op"
}
-- golden-repaired --
▲ the last line was cut off and is moved to .hpp/quarantine/work-ITEM-7-events.jsonl-20261102T120000Z
  1 whole event in $WORK/.hpp/work/ITEM-7/events.jsonl

# "Done" needs proof: a criterion that passes, its broken twin, and an artifact that was changed afterwards.
exec sh -c 'mkdir examples && cp -R "$EXAMPLES/evidence" examples'
!exec bylaw event append --type verified
exit 2
!exists .hpp
exec bylaw event append --type work_started
exec bylaw evidence run --id smoke-page --artifact out/report.html --record-event -- node examples/evidence/smoke_page.mjs
stdout '^✔ passed: smoke-page, \d+\.\d s$'
stdout '^  the tree changed during the run: out/smoke.log$'
stdout '^  event: evidence_recorded, now evidenced, next: run read-only checker$'
exec bylaw status
stdout 'evidenced'
exec bylaw evidence run --id smoke-page --artifact out/report.html --artifact out/smoke.log -- node examples/evidence/smoke_page.mjs
stdout '^  record: .hpp/evidence/smoke-page-20261102T120000Z-2.json$'
exec bylaw evidence verify .hpp/evidence/smoke-page-20261102T120000Z-2.json
cmp stdout golden-valid
!exec bylaw evidence run --id smoke-page --artifact out/report.html --artifact out/smoke.log -- node examples/evidence/smoke_page.mjs --break
exit 1
stdout '^✘ failed: smoke-page, \d+\.\d s$'
!exec bylaw evidence verify .hpp/evidence/smoke-page-20261102T120000Z-3.json
exit 1
stdout 'not-evidence'
exec bylaw evidence run --id smoke-page --artifact out/report.html -- node examples/evidence/smoke_page.mjs
exec bylaw evidence list --id smoke-page
cmp stdout golden-list
exec cp other.html out/report.html
!exec bylaw evidence verify .hpp/evidence/smoke-page-20261102T120000Z-4.json
exit 2
cmp stdout golden-blocked
!exec bylaw evidence verify .hpp/evidence/none.json
exit 2
!exec bylaw evidence run --id smoke-page --timeout soon -- node examples/evidence/smoke_page.mjs
exit 3
-- other.html --
<h1>Nothing was looked at</h1>
-- golden-valid --
✔ valid: smoke-page, passed
-- golden-list --
state    id          verdict  age  record
valid    smoke-page  passed   0 s  smoke-page-20261102T120000Z-4.json
blocked  smoke-page  failed   0 s  smoke-page-20261102T120000Z-3.json
valid    smoke-page  passed   0 s  smoke-page-20261102T120000Z-2.json
valid    smoke-page  passed   0 s  smoke-page-20261102T120000Z.json
-- golden-blocked --
✘ blocked: smoke-page, passed
  1 artifact(s) changed
  changed  out/report.html

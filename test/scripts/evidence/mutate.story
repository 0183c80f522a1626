# A criterion that looks at no boundary, one that looks at all, and what cannot be asked.
exec sh -c 'cp -R "$EXAMPLES/evidence" rule'
!exec bylaw evidence mutate --id price --generate rule/price.mjs --workers 1 -- node rule/check_price_weak.mjs
exit 1
cmp stdout golden-weak
!exec bylaw evidence verify .hpp/evidence/price-mutate-20261102T120000Z.json
exit 1
cmp stdout golden-weak-verified
exec bylaw evidence mutate --id price --generate rule/price.mjs --workers 2 -- node rule/check_price_strong.mjs
cmp stdout golden-strong
exec bylaw evidence verify .hpp/evidence/price-mutate-20261102T120000Z-2.json
cmp stdout golden-strong-verified
exec sed -i s/sensitive/blind-spots/ .hpp/evidence/price-mutate-20261102T120000Z-2.json
!exec bylaw evidence verify .hpp/evidence/price-mutate-20261102T120000Z-2.json
exit 2
stdout 'edited'
!exec bylaw evidence mutate --id price --generate rule/price.mjs -- node -e process.exit(3)
exit 2
cmp stdout golden-no-control
!exec bylaw evidence mutate --id price --generate rule/price.mjs --workers two -- true
exit 3
exec bylaw evidence mutate --id price --mutants mutants.json --json -- node rule/check_price_strong.mjs
stdout '"score": 1.0'
stdout '"line": 8'
-- mutants.json --
{"schema": "hpp.mutants/v1", "mutants": [
  {"id": "no discount", "file": "rule/price.mjs", "find": "total >= 100", "replace": "false"}
]}
-- golden-weak --
▲ blind-spots: price, 0 of 3 changes noticed, score 0.00
  survived rule/price.mjs:6
     export function price(total, isMember) {
    -  if (isMember && total >= 50) return total * (1 - OFF)
    +  if (isMember || total >= 50) return total * (1 - OFF)
       // Large baskets are cheaper for everyone.
  survived rule/price.mjs:6
     export function price(total, isMember) {
    -  if (isMember && total >= 50) return total * (1 - OFF)
    +  if (isMember && total > 50) return total * (1 - OFF)
       // Large baskets are cheaper for everyone.
  survived rule/price.mjs:8
       // Large baskets are cheaper for everyone.
    -  if (total >= 100) return total * (1 - OFF)
    +  if (total > 100) return total * (1 - OFF)
       return total
  record: .hpp/evidence/price-mutate-20261102T120000Z.json
-- golden-weak-verified --
▲ not-evidence: price, blind-spots
  verdict: blind-spots
  tree: a mutation record is bound to no tree
-- golden-strong --
✔ sensitive: price, 3 of 3 changes noticed, score 1.00
  record: .hpp/evidence/price-mutate-20261102T120000Z-2.json
-- golden-strong-verified --
✔ valid: price, sensitive
  tree: a mutation record is bound to no tree
-- golden-no-control --
✘ no-control: price
  the criterion does not pass on a clean copy of the tree: it exited with 3
  a copy leaves out .git, node_modules and the like; --include node_modules
    takes them along
  record: .hpp/evidence/price-mutate-20261102T120000Z-3.json

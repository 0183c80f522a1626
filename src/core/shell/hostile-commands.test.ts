// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are shell commands
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedByBash } from '../../../test/support/accepted-by-bash.ts'
import { randomRuns } from '../../../test/support/random-runs.ts'
import { matchesCommandPattern } from './command-pattern.ts'
import { commandTargets, hasOwnWriteVerb } from './command-targets.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { classifyWhileViolated } from './repair.ts'

/** Everything that a hook does with a text. */
function readAll(text: string): number {
  const reading = parseCommandLine(text)
  classifyWhileViolated(text, reading)
  for (const command of reading.commands) {
    commandTargets(command)
    hasOwnWriteVerb(command)
    matchesCommandPattern('git push * main', command)
  }
  return reading.commands.length
}

const SEEDS = [
  'cd a && rm -rf "$X"/{b,c} ~/d *.ts > out 2>&1',
  "bash -c 'sudo env A=1 timeout 5 rm x' | tee -a y",
  "cat <<'E' | sh\nrm $(ls)\nE",
  'for f in a b; do f() { rm "$1"; }; f "$f"; done; trap "rm x" EXIT',
  'find . -exec rm {} + -o -execdir mv {} x \\; | xargs -I{} sh -c "rm {}"',
  'git -C x checkout HEAD -- `a \\`b\\`` ${x:-$(y)} $((1+2)) <(z)',
  'case $x in a|b) rm;; *) if y; then z; fi;; esac; a=(1 2); [[ -n $a ]] && ((i++))',
  "tar xzf a -C b; curl -so a b; sed -i.bak 's/a/b/' c; apply_patch '*** Begin Patch'",
]
const PIECES = [
  '$(',
  ')',
  '`',
  '"',
  "'",
  '\\',
  '${',
  '}',
  '{',
  '(',
  '<<E\n',
  '|',
  '&&',
  ';',
  '\n',
  '>',
  ' ',
  '#',
  '*',
  '~',
  '$',
  '=',
  'eval ',
  '\0',
  '\uE000',
  '-c ',
  '((',
]

const hostile = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(...SEEDS), fc.string({ maxLength: 8 })), {
  maxLength: 30,
})
const mutated = fc.tuple(
  fc.constantFrom(...SEEDS),
  fc.array(fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom(...PIECES)), { maxLength: 4 }),
)

describe('hostile texts', () => {
  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(hostile, (parts) => readAll(parts.join('')) >= 0),
      { numRuns: randomRuns(1500) },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => readAll(text) >= 0),
      { numRuns: randomRuns(1000) },
    )
  })

  it('never makes the reader throw on mutated commands', () => {
    const mutate = ([seed, edits]: [string, [number, number, string][]]) =>
      edits.reduce((text, [at, cut, piece]) => text.slice(0, at) + piece + text.slice(at + cut), seed)
    fc.assert(
      fc.property(mutated, (edited) => readAll(mutate(edited)) >= 0),
      { numRuns: randomRuns(2000) },
    )
  })

  const UNITS = [
    '$(")" ',
    "\"$(')' ",
    '`a \\`',
    '${a:-"}" ',
    '<(")" ',
    '$((")" ',
    '# )\n$( ',
    '$(a) ',
    '{a,b}',
    '{a,',
    'f(){ f;g; };f ',
    'if a; then ',
    'for i in a b c; do ',
    'a=$a$a;',
    'eval ',
    'bash -c "',
    'X=1;(a) ',
    'sudo ',
    'xargs ',
    'find . -exec ',
    'a&&',
    'a|',
    'coproc ',
    'function f ',
    'alias a=b;a ',
    'trap "x" EXIT;',
    'cd a;',
    'case a in a) ',
    '{1..9}',
    'while a=1;do ',
    'parallel ::: a ',
    'echo a|sh;',
    'set -- $@ $@;$1 ',
    'a=($a $a);',
    'env -S ',
    '! ',
    'time ',
    'a[',
    '[[ ( ',
    '<<<a ',
    '<<a ',
    '\\\n',
    '((a+b));',
    "a='x[$(b)]$a';((a));",
    'f(){ x=$x$x; };f;',
    'alias a="a ";a a;',
    'if a; then f(){ b; };fi;f;',
    'export a=1;bash -c a;',
    'read "$x";a=1;',
    'x=${x:-$x$x};',
    'x=aaaa$x;b=${x//a/$x};',
    'echo a > f;sh f;',
    'echo > >(a);',
    'while a; do cd b; ',
    'set -- $@ a;shift;',
    'echo a|xargs -n1 b;',
    'set -- $@ a $9;',
    'readonly a;a=1;',
  ]
  it.each(UNITS)('ends soon on many of %j', (unit) => {
    const start = performance.now()
    readAll(unit.repeat(Math.floor(64_000 / unit.length)))
    readAll(unit.repeat(Math.floor(4_000 / unit.length)))
    expect(performance.now() - start).toBeLessThan(3000)
  })
})

const hasBash = spawnSync('bash', ['-c', ':']).status === 0

describe('what bash refuses', () => {
  it.skipIf(!hasBash)('is a fault, or is not run, for nearly every mutated command', () => {
    const texts = fc
      .sample(mutated, { numRuns: 150, seed: 7 })
      .map(([seed, edits]) =>
        edits.reduce((text, [at, cut, piece]) => text.slice(0, at) + piece + text.slice(at + cut), seed),
      )
    const read = texts.filter((text) => !text.includes('\0') && parseCommandLine(text).faults.length === 0)
    const accepted = acceptedByBash(read)
    const missed = read.filter((_, at) => !accepted[at])
    expect(missed.length).toBeLessThanOrEqual(8)
  })
})

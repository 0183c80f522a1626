import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContext } from '../classify-command.ts'
import { findCall } from '../code/call-search.ts'
import { DELETING_CALLS } from '../code/deleting-calls.ts'
import type { Language } from '../code/languages.ts'
import { namesOnlyLocalHosts } from '../code/local-hosts.ts'
import { SENDING_CALLS } from '../code/sending-calls.ts'
import { SHELL_CALLS } from '../code/shell-calls.ts'
import { findHits } from '../find-hits.ts'
import { PROGRAM_RULES } from './program-rules.ts'

function found(text: string): readonly (readonly [string, string])[] {
  return findHits(readContext(text), PROGRAM_RULES).map(({ rule, hit }) => [rule.id, text.slice(...hit.span)])
}

describe('the piece that decided', () => {
  it.each([
    ['python -c "import shutil; shutil.rmtree(\'x\')"', 'interpreter-delete', 'shutil.rmtree'],
    ["python3 - <<'PY'\nimport os\nos.system('rm x')\nPY", 'interpreter-shell', 'os.system'],
    ["echo 'require(`http`); fetch(url)' | node", 'interpreter-send', 'fetch('],
  ])('%s', (text, rule, piece) => expect(found(text)).toEqual([[rule, piece]]))
})

describe('where the code stands', () => {
  it.each([
    "python3 -Bc 'os.system(x)'",
    "python3 -W ignore -c 'os.system(x)'",
    "python3 -c'os.system(x)'",
    "PYTHON.EXE -c 'os.system(x)'",
    "python3 <<< 'os.system(x)'",
    "node -pe 'execSync(x)'",
    "node -p 'execSync(x)'",
    "node --eval='execSync(x)'",
    "node --input-type=module --eval 'execSync(x)'",
    "node -r ./setup.js -e 'execSync(x)'",
    "deno run - <<< 'execSync(x)'",
    'ruby -rjson -ne \'system("x")\'',
    'perl -lane \'system("x")\'',
    'perl -i.bak -pe \'system("x")\'',
    'perl -F: -e \'system("x")\'',
    "gawk -v n=1 -f lib.awk -e 'BEGIN { system(n) }'",
    "awk -F, 'BEGIN { system(n) }'",
    'rails runner \'system("x")\'',
  ])('%s', (text) => expect(found(text).map(([id]) => id)).toEqual(['interpreter-shell']))

  it.each([
    "python3 run.py -c 'os.system(x)'",
    "python3 run.py <<< 'os.system(x)'",
    "python3 -m tool <<< 'os.system(x)'",
    "node run.js -e 'execSync(x)'",
    "awk -f run.awk 'system(x)'",
    "echo 'os.system(x)' | python3 count.py",
    'rails server \'system("x")\'',
  ])('an argument of a script is no code: %s', (text) => expect(found(text)).toEqual([]))
})

describe('hosts', () => {
  it.each([
    ['http://localhost:3000/x', true],
    ["http.get('http://127.0.0.1')", true],
    ["connect(('::1', 80))", true],
    ['http://[::1]:80/', true],
    ['http://a.b.localhost/', true],
    ["http://localhost/ 'data.json'", true],
    ['http://localhost.example.com/', false],
    ['http://localhost:80@example.com/', false],
    ['http://127.0.0.1.example.com/', false],
    ['http://localhost/ https://example.com/', false],
    ["http://localhost/ 'example.com'", false],
    ["http://localhost/ '10.0.0.1'", false],
    ['http://*/', false],
    ['fetch(url)', false],
  ])('%s', (text, local) => expect(namesOnlyLocalHosts(text)).toBe(local))
})

describe('everyday code passes', () => {
  it.each([
    "python - <<'PY'\nfrom pathlib import Path\np = Path('a.md')\np.write_text(p.read_text().replace('os.sys', 'x'))\nPY",
    "node -e \"const fs = require('fs'); const p = JSON.parse(fs.readFileSync('package.json')); fs.writeFileSync('package.json', JSON.stringify(p))\"",
    "python3 -c 'import sys, os; print(sys.version, os.getcwd())'",
    'python3 -c "import subprocess, sys; print(subprocess.run([sys.executable, \'-V\']))"',
    'ruby -e \'puts "a `b` c"\'',
    'awk \'{ a[$1] += $2 } END { for (k in a) print k, a[k] | "sort -k2 -nr" }\' log',
    "awk '/a|b/ { print $1 }' log",
    "sed -i 's/execute/run/g; s/e /x/' a.txt",
    "vim -c ':set number' notes.md",
    "node -e 'for (const m of s.matchAll(/x/g)) console.log(re.exec(m))'",
  ])('%s', (text) => expect(found(text)).toEqual([]))
})

describe('hostile code', () => {
  const tables = [DELETING_CALLS, SHELL_CALLS, SENDING_CALLS]
  const languages = [...new Set(tables.flatMap((table) => Object.keys(table)))] as Language[]
  const pieces = [
    'rm(',
    'recursive',
    'import ',
    'open ',
    '`',
    '"',
    "'",
    '\\',
    '|',
    'system',
    '(',
    ' ',
    '\n',
    'run(["',
    'a.',
    'http://',
    '#{',
    'e ',
  ]

  function searchAll(code: string): void {
    for (const table of tables) for (const language of languages) findCall(table, language, code)
    namesOnlyLocalHosts(code)
  }

  it('always ends and never throws', () => {
    const code = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 200 })
      .map((parts) => parts.join(''))
    fc.assert(fc.property(code, searchAll))
  })

  it.each([
    ...pieces,
    'rm( recursive',
    "'\\",
    '"a',
    'run(  ',
    'print |',
    'git "git ',
    "'a.",
    'open "|',
    'URI.parse ',
    'import os; ',
    "fs.rm('",
    '"a" | getline ',
    'cmd | getline ',
    "'''",
    '"""a',
    "q = require('child_process'); ",
    'import os as o; ',
    'execSync("',
    "execSync('ls x') ",
    'd = mkdtemp(); ',
    "a['b']",
    '/a/,/b/',
    '/\\/,',
    ';s%a%e',
    '# ',
    "c = ['rm', ",
    'os.system(',
    '(run-program ',
  ])('64 KiB of %j', (piece) => searchAll(piece.repeat(Math.ceil(65_536 / piece.length))))
})

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are shell commands
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './parse-command-line.ts'
import type { SimpleCommand } from './simple-command.ts'

/** One line per command: `@folder` where a `cd` came before, `?` in front of a dynamic word, redirections behind. */
function show(command: SimpleCommand): string {
  const words = command.words.map((word) => (word.dynamic ? `?${word.text}` : word.text))
  const redirects = command.redirects.map(({ operator, target }) => `${operator}${target?.text ?? ''}`)
  const folder = command.folder === '' ? [] : [`@${command.folder}`]
  return [...words, ...redirects, ...folder].join(' ')
}

function read(text: string): readonly string[] {
  return parseCommandLine(text).commands.map(show)
}

const hasBash = spawnSync('bash', ['-c', ':']).status === 0

describe('words', () => {
  const rows: readonly [string, string][] = [
    ['r\\m "r""m" r\'\'m', 'rm rm rm'],
    ["$'r\\x6d' $'a\\tb'", 'rm a\tb'],
    ['rm a\\\nb \\\n c', 'rm ab c'],
    ['echo "a\\"b\\$c" \'$x\' "a\\d"', 'echo a"b$c $x a\\d'],
    ['rm$IFS-rf$IFS./reports', 'rm -rf ./reports'],
    ['rm src/{a,b}/{1..3}.ts', 'rm src/a/1.ts src/a/2.ts src/a/3.ts src/b/1.ts src/b/2.ts src/b/3.ts'],
    ['rm "{a,b}" {a} {01..03} {c..a}', 'rm {a,b} {a} 01 02 03 c b a'],
    ['rm ~/x "$HOME/y" \'~/z\'', 'rm ?~/x ?~/y ~/z'],
    ['rm *.ts "*.ts" a?b [ab]', 'rm ?*.ts *.ts ?a?b ?[ab]'],
    ['rm $X "$X/y" ${X:-d} $(ls) $((1+1))', 'ls'],
    ['"$X" publish', '?* publish'],
    ['rm x # and a comment', 'rm x'],
  ]
  it.each(rows)('reads %j', (text, first) => {
    expect(read(text)[0]).toBe(first)
  })

  it('marks a word dynamic through globs alone', () => {
    const words = parseCommandLine('rm *.ts ~/*.md $X/*').commands[0]?.words.map((word) => word.glob ?? false)
    expect(words).toEqual([false, true, true, false])
  })

  it('gives spans in the outermost text', () => {
    const text = 'cd a && bash -c "rm x" && `rm y`'
    const spans = parseCommandLine(text).commands.map(({ span }) => text.slice(...span))
    expect(spans).toEqual(['cd a', 'bash -c "rm x"', '"rm x"', 'rm y', '`rm y`'])
  })

  const printed = [
    'a\\ b',
    '"a b"\'c\'',
    "$'\\x41\\n'b",
    '{a,b}c',
    '{1..4..2}',
    '""',
    'a\'b\'"c"\\d',
    '$(echo x)y',
    '"$(echo "q r")"',
  ]
  it.skipIf(!hasBash).each(printed)('resolves %s as bash does', (text) => {
    const bash = spawnSync('bash', ['-c', `printf '%s\\0' ${text}`], { encoding: 'utf8' }).stdout
    const words = parseCommandLine(`printf ${text}`).commands.at(-1)?.words.slice(1)
    expect(words?.map((word) => `${word.text}\0`).join('')).toBe(bash)
  })
})

describe('variables', () => {
  const rows: readonly [string, string][] = [
    ['C="rm -rf"; $C ./x', 'rm -rf ./x'],
    ['C="rm -rf"; "$C" ./x', 'rm -rf ./x'],
    ['A=rm; B=$A; ${B} x', 'rm x'],
    ['E=; $E rm x', 'rm x'],
    ['a=(rm -rf "x y"); "${a[@]}"', 'rm -rf x y'],
    ['a=(p q); rm "${a[1]}"', 'rm q'],
    ['export A=x; rm $A', 'rm x'],
    ['A=x; read A; rm $A', 'rm ?*'],
    ['A=x; unset A; rm ${A:-y}', 'rm y'],
    ['A=x; (A=y); rm $A', 'rm x'],
    ['A=x; if c; then A=y; fi; rm $A', 'rm ?*'],
    ['if c; then A=y; else A=y; fi; rm $A', 'rm y'],
    ['A=x; c && A=y; rm $A', 'rm ?*'],
    ['A=x && rm $A', 'rm x'],
    ['A=x rm $A', 'rm ?*'],
    ['set -- a b; shift; rm $1', 'rm b'],
    ['i=0; while c; do rm f$i; i=$((i+1)); done', '=i'],
    ['A=$(echo rm); $A x', 'rm x'],
    ['A="$(cat <<E\nrm x\nE\n)"; eval "$A"', 'rm x'],
    ['A=*; rm $A "$A"', 'rm ?* *'],
    ['IFS=,; A=rm,x; $A', 'rm x'],
    ['A=x; A+=y; rm $A', 'rm xy'],
    ['declare A=x; declare A+=y; local B; rm $A', 'rm xy'],
    ['a=(x); a+=(y z); rm "${a[@]}" "${a[9]}"', 'rm x y z ?*'],
    ['a[0]=x; rm $a', 'rm ?*'],
    ['A=x; printf -v A y; rm $A', 'rm ?*'],
    ['A=x; let A=1; rm $A', 'rm ?*'],
    ['A=x; ((A++)); rm $A', 'rm ?*'],
    ['A=x; rm ${A:-y} ${A:+z} ${A+} ${A:?}', 'rm x z x'],
    ['A=x; rm ${!A} ${#A} ${A%x} ${A:0:1} ${A^}', 'rm ?* 1 x X'],
    ['set x y; shift 1; rm $1 "$#"', 'rm y ?*'],
    ['set -e; rm $1', 'rm ?*'],
    ['shift x; rm $1', 'rm ?*'],
    ['A=$(printf "%s" x); rm $A', 'rm x'],
    ['A=$(printf "x\\ty"); rm "$A"', 'rm x\ty'],
    ['A=$(echo -e "x\\ty"); rm "$A"', 'rm x\ty'],
    ['A=$(printf "%d" 1); rm $A', 'rm ?*'],
    ['A=$(echo x > f); rm $A', 'rm ?*'],
    ['A=$(echo "$X/y"); rm "$A"', 'rm ?*/y'],
    ['A=$(pwd); rm "$A/x"', 'rm ?./x'],
    ['rm "a$@b" "$*"', 'rm ?a*b ?*'],
    ['set -- x y; rm "a$@b" "$*" z$@', 'rm ax yb x y zx y'],
    ['rm @(a|b) $"a$X"', 'rm ?@(a|b) ?a*'],
    ['rm {1..1000}', 'rm ?*'],
    ['rm ~user/x ~+ a~', 'rm ?~user/x ?. a~'],
    ['rm "$PWD/x"', 'rm ?./x'],
    ['cd /a && rm "$PWD/x"', 'rm /a/x @/a'],
    ['cd a && rm "$PWD/x"', 'rm ?*/x @a'],
  ]
  it.each(rows)('follows %j', (text, last) => {
    if (last.startsWith('=')) expect(read(text)).toContain('rm ?f*')
    else expect(read(text).at(-1)).toBe(last)
  })

  it('tries each word of a for loop', () => {
    expect(read('for d in a b/{c,d}; do rm "./$d"; done')).toEqual(['rm ./a', 'rm ./b/c', 'rm ./b/d'])
    expect(read('for f in src/*.ts; do rm "$f"; done')).toEqual(['rm ?src/*.ts'])
  })
})

describe('structure', () => {
  const rows: readonly [string, readonly string[]][] = [
    ['a; b && c || d | e & f\ng', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['(a; { b; })', ['a', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'c', 'b', 'd', 'e']],
    ['case $(a) in x) b;; *) c;; esac', ['a', 'b', 'c']],
    ['until a; do b; done', ['a', 'b']],
    ['for ((i=$(a);;)); do b; done', ['a', 'b']],
    ['select x in 1 2; do a $x; done', ['a ?*']],
    ['! a; time -p b; coproc c; coproc N { d; }', ['a', 'b', 'c', 'd']],
    ['[[ -n $(a) ]] && (( $(b) )) && [ x ]', ['a', 'b', '[ x ]']],
    ['f() { a "$1" "$@"; }; f x y', ['a x x y']],
    ['f() { a; }', []],
    ['function f { cd d; }; f; a', ['cd d', 'a @d']],
    ['f() { f; g; }; f', ['f', 'g']],
    ['{ a; } > x', [' >x', 'a']],
    ['f() { a; }; f 2> x', [' >x'.trim(), 'a']],
    ['> x', [' >x'.trim()]],
    ['X=$(a) b', ['a', 'b']],
    ['echo "`a \\`b\\``"', ['b', 'a ?*', 'echo ?*']],
    ['cat <<E\n$(a)\nE', ['a', 'cat <<']],
    ["cat <<'E'\n$(a)\nE", ['cat <<']],
    ['echo ${x:-$(a)} ${y/$(b)/c}', ['a', 'b', 'echo ?* ?*']],
    ['a > $(b) < <(c)', ['b', 'c', 'a >* </dev/fd/*']],
    ['x[$(a)]=1', ['a', '']],
  ]
  it.each(rows)('reads %j', (text, lines) => {
    expect(read(text).map((line) => line.trim())).toEqual(lines.map((line) => line.trim()))
  })

  it('says how a command is nested', () => {
    const nestings = (text: string) => parseCommandLine(text).commands.at(-1)?.nesting
    expect(nestings('bash -c "sudo nice rm"')).toEqual(['shell-c', 'wrapper', 'wrapper'])
    expect(nestings('eval "rm x"')).toEqual(['eval'])
    expect(nestings('f() { rm; }; f')).toEqual(['function'])
    expect(nestings('trap "rm x" EXIT')).toEqual(['trap'])
    expect(nestings('find . -exec rm {} +')).toEqual(['find-exec'])
    expect(nestings('bash <<< rm')).toEqual(['heredoc-to-shell'])
    expect(nestings('alias r=rm\nr x')).toEqual(['alias'])
    expect(nestings('ssh h rm x')).toEqual(['remote'])
    expect(parseCommandLine('cat <(rm)').commands[0]?.nesting).toEqual(['process-substitution'])
    expect(parseCommandLine('cat $(rm)').commands[0]?.nesting).toEqual(['substitution'])
    expect(nestings('rm x')).toEqual([])
  })

  it('knows which commands read a pipe', () => {
    const piped = (text: string) => parseCommandLine(text).commands.map((command) => command.piped)
    expect(piped('a | b | { c; }')).toEqual([false, true, true])
    expect(piped('a | b <<< x')).toEqual([false, false])
    expect(piped('a > >(b)')).toEqual([true, false])
  })

  it('knows the text on standard input', () => {
    const stdin = (text: string) => parseCommandLine(text).commands.at(-1)?.stdin
    expect(stdin("cat <<'E'\n$x\nE")).toBe('$x\n')
    expect(stdin('cat <<-E\n\ta$x\\$\n\tE')).toBe('a*$\n')
    expect(stdin('cat <<< "a b"')).toBe('a b\n')
    expect(stdin('echo a b | cat')).toBe('a b\n')
    expect(stdin('ls | cat')).toBeNull()
    expect(stdin('cat 3<<E\nx\nE')).toBeNull()
    expect(stdin('{ cat; } <<E\nx\nE')).toBe('x\n')
  })
})

describe('folders', () => {
  const rows: readonly [string, string][] = [
    ['cd a; rm b', 'rm b @a'],
    ['cd a && cd b && rm c', 'rm c @a/b'],
    ['cd /a/ && cd ../b && rm c', 'rm c @/a/../b'],
    ['cd a/ && rm c', 'rm c @a/'],
    ['(cd a); rm b', 'rm b'],
    ['cd a & rm b', 'rm b'],
    ['cd a | rm b', 'rm b'],
    ['cd -- a; rm b', 'rm b @a'],
    ['cd -; rm b', 'rm b @null'],
    ['cd; rm b', 'rm b @~'],
    ['cd $X; rm b', 'rm b @null'],
    ['cd $X; cd /a; rm b', 'rm b @/a'],
    ['cd a*; rm b', 'rm b @null'],
    ['pushd a; popd; rm b', 'rm b'],
    ['pushd a; cd b; popd; rm b', 'rm b'],
    ['x && cd a; rm b', 'rm b @null'],
    ['cd a || exit; rm b', 'rm b @a'],
    ['cd a && make && cd b; rm b', 'rm b @null'],
    ['cd .; cd ./; rm b', 'rm b'],
    ['cd "$PWD/a"; rm b', 'rm b @./a'],
    ['D=a; cd $D; rm b', 'rm b @a'],
    ['popd; rm b', 'rm b @null'],
    ['pushd; rm b', 'rm b @~'],
    ['pushd +1; rm b', 'rm b @null'],
    ['cd -P a; rm b', 'rm b @a'],
    ['cd a; case $x in y) cd b;; esac; rm c', 'rm c @null'],
    ['while x; do cd a; done; rm b', 'rm b @null'],
    ['bash -c "cd a"; rm b', 'rm b'],
    ['bash -c "cd a; rm b"', 'rm b @a'],
    ['eval "cd a"; rm b', 'rm b @a'],
    ['command cd a; rm b', 'rm b @a'],
    ['env -C a rm b', 'rm b @a'],
  ]
  it.each(rows)('follows %j', (text, last) => {
    expect(read(text).at(-1)).toBe(last)
  })
})

describe('faults', () => {
  const malformed = [
    'if x; then',
    'rm x)',
    'echo "a',
    "echo 'a",
    'echo $(rm x',
    '((a)',
    'for x',
    'a && && b',
    'case x in',
    'a | | b',
    '{ a; ',
    '`a',
  ]
  it.each(malformed)('flags %j', (text) => {
    expect(parseCommandLine(text).faults.length).toBeGreaterThan(0)
  })
  it.skipIf(!hasBash).each(malformed)('bash refuses %j too', (text) => {
    expect(spawnSync('bash', ['-n'], { input: text }).status).not.toBe(0)
  })
  it('flags a text inside that does not parse, and reads what it can', () => {
    const reading = parseCommandLine('bash -c "rm x; if"')
    expect(reading.faults).not.toEqual([])
    expect(reading.commands.map(show)).toContain('rm x')
  })
  it('refuses texts over the limits without a command', () => {
    const texts = [
      'a'.repeat(65_537),
      '$('.repeat(33),
      '<('.repeat(33),
      '(('.repeat(33),
      `\${a:-`.repeat(33),
      'cat <<A\nA\n'.repeat(65),
    ]
    for (const text of texts) {
      const reading = parseCommandLine(text)
      expect([reading.commands.length, reading.faults.length]).toEqual([0, 1])
    }
  })
  it('takes texts within the limits', () => {
    const texts = [
      'a '.repeat(32_000),
      `${'$('.repeat(30)}a${')'.repeat(30)}`,
      '$(a) '.repeat(500),
      'cat <<A\nA\n'.repeat(64),
    ]
    for (const text of texts) expect(parseCommandLine(text).faults).toEqual([])
  })
  it('does not count what a quoted heredoc holds', () => {
    expect(parseCommandLine(`cat > x.cpp <<'E'\n${'cout << a << b;\n'.repeat(100)}E\n`).faults).toEqual([])
  })
  it('is empty for no command', () => {
    for (const text of ['', ' \n', '# only a comment'])
      expect(parseCommandLine(text)).toEqual({ commands: [], faults: [] })
  })
})

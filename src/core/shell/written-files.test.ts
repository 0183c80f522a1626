// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are shell commands
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './parse-command-line.ts'

function runs(text: string): readonly string[] {
  return parseCommandLine(text).commands.map(({ words }) => words.map((word) => word.text).join(' '))
}

describe('what a text writes and then runs', () => {
  it.each([
    'echo rm x > f; sh f',
    '{ echo rm x; } > f; sh f',
    '( echo rm x ) > f; sh f',
    'for i in 1; do echo rm x; done > f; sh f',
    'g() { echo rm x; }; g > f; sh f',
    'echo rm x > ~/f; sh ~/f',
    'echo rm x > $HOME/f; sh ~/f',
    'echo rm x > $PWD/f; sh f',
    'F=$(mktemp); echo rm x > "$F"; bash "$F"',
    'F=$(mktemp); G=$(mktemp); echo rm x > "$F"; echo ls > "$G"; bash "$F"',
    "F=$(mktemp /tmp/f.XXXX); cat > $F <<'E'\nrm x\nE\nchmod +x $F; $F",
    'T=$(mktemp -d); echo rm x > $T/f; sh $T/f',
    'T=$(mktemp -d); echo rm x > "$T/f"; cd "$T"; sh f',
    'echo rm x > /tmp/f.$$; sh /tmp/f.$$',
    'cp /dev/stdin f <<E\nrm x\nE\nsh f',
    'install -m 755 /dev/stdin f <<E\nrm x\nE\n./f',
    "cat >&f <<< 'rm x'; sh f",
    "dd of=f <<< 'rm x'; sh f",
    'echo rm x > f; cp f t/; sh t/f',
    'echo rm x > f; cp -t t f; sh t/f',
    'echo rm x > f; ln -s f g; sh g',
    'echo rm x > f; install f g; ./g',
    'exec 3> f; echo rm x >&3; sh f',
    'exec 3< <(echo rm x); bash <&3',
    "exec 3<<< 'rm x'; bash /proc/self/fd/3",
    'echo rm x | sh <&0',
    'echo rm x | bash 3<&0 <&3',
    'echo rm x | sh < /dev/stdin',
    'echo rm x | . /proc/self/fd/0',
    '{ echo rm x; } > >(sh)',
    'f() { echo rm x; }; f > >(bash)',
    'exec > >(bash); echo rm x',
  ])('is read: %s', (text) => {
    expect(runs(text)).toContain('rm x')
  })

  it('is given to the interpreter that its first line names', () => {
    const text = "echo '#!/usr/bin/env python3\nprint(1)' > f; chmod +x f; ./f"
    const command = parseCommandLine(text).commands.at(-1)
    expect(command?.words.map((word) => word.text)).toEqual(['python3', './f'])
    expect(command?.words[1]?.content).toContain('print(1)')
  })

  it.each([
    ['./gen > f; sh f', 'unknown'],
    ['curl -so f u; sh f', 'download'],
    ['curl u | tee f; sh f', 'download'],
    ['curl -so f u; ./gen >> f; sh f', 'download'],
    ['cat a > f; sh f', undefined],
    ['sh f', undefined],
  ])('is marked where it is not known: %s', (text, written) => {
    expect(parseCommandLine(text).commands.at(-1)?.words[1]?.written).toBe(written)
  })

  it.each(['zsh -c "repeat 3 ls"', "zsh -c '=rm x'", 'zsh -c "precmd() { ls; }"'])('a fault for %s', (text) => {
    expect(parseCommandLine(text).faults).toHaveLength(1)
  })

  it('takes no character of the text for a mark of its own', () => {
    expect(parseCommandLine('rm -rf \uE005').commands[0]?.words[2]).toMatchObject({ text: '\uFFFD', dynamic: false })
  })
})

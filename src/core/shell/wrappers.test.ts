import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './parse-command-line.ts'
import { RUNNERS } from './runners.ts'
import { WRAPPERS } from './wrappers.ts'

/** Whether the text runs `rm x`, with further words behind or not. */
function runsRm(text: string): boolean {
  return parseCommandLine(text).commands.some(
    ({ words }) => words[0]?.text === 'rm' && words[1]?.text.startsWith('x') === true,
  )
}

const HITS = [
  'env rm x',
  'env -i A=1 rm x',
  'env - A=1 rm x',
  'env -u Y -C d rm x',
  'env --unset=Y rm x',
  "env -S 'rm x'",
  'env -S "A=1 rm" x',
  '/usr/bin/env rm x',
  'sudo rm x',
  'sudo -u bob -E rm x',
  'sudo --user bob A=1 rm x',
  'sudo -- rm x',
  'doas -u r rm x',
  'nohup rm x &',
  'nice rm x',
  'nice -n 5 rm x',
  'nice -10 rm x',
  'nice --adjustment=5 rm x',
  'timeout 5 rm x',
  'timeout -k 5 -s KILL 10s rm x',
  'timeout --sig INT 60 rm x',
  'time rm x',
  'time -p rm x',
  '/usr/bin/time -f %e rm x',
  'command rm x',
  'command -p rm x',
  'builtin eval rm x',
  'exec rm x',
  'exec -a n rm x',
  'xargs rm x',
  'xargs -0 -n1 -P 4 rm x',
  'xargs -I{} rm x{}',
  'xargs sh -c "rm x"',
  'setsid -f rm x',
  'stdbuf -oL rm x',
  'stdbuf --output=L rm x',
  'ionice -c 3 rm x',
  'busybox rm x',
  'watch -n 5 rm x',
  "watch 'rm x'",
  'flock /tmp/l rm x',
  'flock -n /tmp/l -c "rm x"',
  "script -qc 'rm x' f",
  "script f -c 'rm x'",
  "su -c 'rm x'",
  "su - bob -c 'rm x'",
  'su --command="rm x" bob',
  'runuser -u bob -- rm x',
  'coproc rm x',
  'parallel rm ::: x',
  "parallel -j4 'rm x{}' ::: 1",
  'parallel ::: "rm x"',
  'find . -exec rm x {} \\;',
  'find . -execdir rm x \\;',
  'find . -name a -ok rm x \\; -print',
  'find . -exec echo {} \\; -exec rm x \\;',
  "sh -c 'rm x'",
  "bash -lc 'rm x'",
  "bash -euxc 'rm x'",
  "bash -euo pipefail -c 'rm x'",
  "bash --norc -c -e 'rm x'",
  "bash --rcfile f -c 'rm x'",
  "/bin/zsh -c 'rm x'",
  "dash -c 'rm x'",
  "ksh -c 'rm $1' k x",
  'bash -c \'rm "$@"\' b x',
  'bash <<< "rm x"',
  'bash <<E\nrm x\nE',
  'sudo bash -s <<E\nrm x\nE',
  'echo rm x | sh',
  "printf 'rm x\\n' | bash -",
  'cat <<E | bash\nrm x\nE',
  "cat <<'E' | sudo sh -e\nrm x\nE",
  'eval rm x',
  'eval "rm" "x"',
  'eval -- "rm x"',
  'trap "rm x" EXIT',
  'trap -- "rm x" 0 INT',
  'trap f EXIT; f() { rm x; }',
  'alias r=rm; r x',
  'alias ls="rm x; ls"; ls',
  'bash -c \'rm "$0"\' x',
  'find x -exec bash -c \'rm "$0"\' {} +',
  "ssh host 'rm x'",
  'ssh -p 22 u@host rm x',
  'docker run --rm -v a:b -it img rm x',
  "docker exec web sh -c 'rm x'",
  'docker compose exec api rm x',
  'podman run img rm x',
  'kubectl exec -it pod -- rm x',
  'sudo env A=1 timeout 5 nice bash -c "rm x"',
  'A=x; bash -c "rm $A"',
  "A=x bash -c 'rm $A'",
  'echo x | xargs rm',
]
const MISSES = [
  'command -v rm x',
  'command -V rm x',
  'sudo -l rm x',
  'sudo -e x',
  'echo rm x',
  'bash -n -c "rm x"',
  'bash rm x',
  'bash script.sh <<< "rm x"',
  'trap - EXIT',
  'trap -p "rm x"',
  "trap '' INT",
  'man rm x',
  'xargs echo rm x',
  'find . -name rm -x',
  'timeout 5',
  'env A=1',
  'su bob',
  'nice',
  'parallel echo ::: rm x',
  'grep -c rm x',
  'alias rm x',
  'unalias rm x',
  'f() { rm x; }',
  'docker run img',
  'docker rm x',
  'kubectl rm x',
  "cat <<< 'rm x'",
  'script rm x',
  'env -S "echo rm" x',
  'watch echo rm x',
  'ssh host',
  'alias a="rm x"; unalias a; a',
  "echo 'rm x'; sh",
]

describe('wrappers', () => {
  it.each(HITS)('sees the rm in %j', (text) => expect(runsRm(text)).toBe(true))
  it.each(MISSES)('sees no rm in %j', (text) => expect(runsRm(text)).toBe(false))

  it('keeps what came off, outermost first', () => {
    const [command] = parseCommandLine('sudo -u bob timeout 5 rm x > f').commands
    expect(command?.wrappers.map((words) => words.map((word) => word.text).join(' '))).toEqual([
      'sudo -u bob',
      'timeout 5',
    ])
    expect(command?.redirects.map(({ target }) => target?.text)).toEqual(['f'])
  })

  it('hands on assignments', () => {
    const [command] = parseCommandLine('A=1 env B=2 rm x').commands
    expect(command?.assignments.map(({ name, value }) => `${name}=${value?.text}`)).toEqual(['A=1', 'B=2'])
  })

  it('fills in what find and xargs put in', () => {
    const words = (text: string) =>
      parseCommandLine(text)
        .commands.at(-1)
        ?.words.map((word) => word.text)
    expect(words('find d/ -exec rm {} +')).toEqual(['rm', 'd/*'])
    expect(words('find -exec rm {} +')).toEqual(['rm', './*'])
    expect(words('find a b -exec rm {} +')).toEqual(['rm', '*'])
    expect(words('ls | xargs rm')).toEqual(['rm', '*'])
    expect(words('printf "%s\\n" a b | xargs rm -f')).toEqual(['rm', '-f', 'a', 'b'])
    expect(words('ls | xargs -I% mv % d/%')).toEqual(['mv', '*', 'd/*'])
  })

  it('has one reader for each name', () => {
    for (const name of Object.keys(WRAPPERS)) expect(RUNNERS[name]).toBeTypeOf('function')
    expect(parseCommandLine('constructor x; __proto__ y; toString').faults).toEqual([])
  })
})

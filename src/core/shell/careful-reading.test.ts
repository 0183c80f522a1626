// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are shell commands
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './parse-command-line.ts'
import type { SimpleCommand } from './simple-command.ts'

/** The words of a command, `?` in front of one that is not known. */
function show({ words }: SimpleCommand): string {
  return words.map((word) => (word.dynamic ? `?${word.text}` : word.text)).join(' ')
}

function read(text: string): readonly string[] {
  return parseCommandLine(text).commands.map(show)
}

describe('what could hide a command', () => {
  const rows: readonly [string, string][] = [
    // A name that is not what it seems
    ['if false; then git() { :; }; fi; git push', 'git push'],
    ['x && git() { :; }; git push', 'git push'],
    ['git() { :; }; unset -f git; git push', 'git push'],
    ['git() { :; }; unset git; git push', 'git push'],
    ['git() { :; }; command git push', 'git push'],
    ['git() { :; }; env git push', 'git push'],
    ["git() { :; }; bash -c 'git push'", 'git push'],
    ['alias git=true; git push', 'git push'],
    ['hash -p /bin/rm ls; ls a', '/bin/rm a'],
    ["alias x='rm '; alias y='a b'\nx y", 'rm a b'],
    // A value that is another one by then
    ['x=ls; f() { x=rm; }; while c; do $x a; f; done', '?* a'],
    ['x=ls; f() { x=rm; }; for i in $(seq 2); do $x a; f; done', '?* a'],
    ['x=ls; declare -n r=x; r=rm; $x a', '?* a'],
    ['x=ls; read "$y" <<< rm; $x a', '?* a'],
    ['x=ls; declare "$y=rm"; $x a', '?* a'],
    ["x=ls; trap 'x=rm' DEBUG; $x a", '?* a'],
    ['x=rm; local x=ls; $x a', '?* a'],
    ["f() { local x=ls; trap '$x a' EXIT; }; x=rm; f", '?* a'],
    ["(trap '$x a' EXIT; x=rm); x=ls", '?* a'],
    ['x=$(a | b); ${x:-ls} a', '?* a'],
    ['f() { while [ $# -gt 0 ]; do ${1:-ls} a; shift; done; }; f rm', '?* a'],
    ['readonly x=rm\nx=ls\n$x a', '?* a'],
    ['x=ls; x=rm :; $x a', '?* a'],
    ['x=ls; exec {x}> f; $x a', '?* a'],
    ['set -- $X ls rm; $2 a', '?* a'],
    ['a=($X ls rm); ${a[1]} a', '?* a'],
    ["x=ls; sh -c '$x a'", '?* a'],
    // A text that is expanded once more
    ["a='x[$(rm b)]'; (( a ))", 'rm b'],
    ["a='x[$(rm b)]'; b=a; echo $(( b ))", 'rm b'],
    ["a='x[`rm b`]'; [[ a -eq 0 ]]", 'rm b'],
    ["[[ 'x[$(rm b)]' -eq 0 ]]", 'rm b'],
    ["let 'x[$(rm b)]=1'", 'rm b'],
    ["test -v 'x[$(rm b)]'", 'rm b'],
    ["read 'x[$(rm b)]' <<< v", 'rm b'],
    ["printf -v 'x[$(rm b)]' v", 'rm b'],
    ["declare -i a='x[$(rm b)]'", 'rm b'],
    ["n='x[$(rm b)]'; echo ${!n}", 'rm b'],
    ["x='$(rm b)'; echo ${x@P}", 'rm b'],
    ["PS4='$(rm b)'; set -x; ls", 'rm b'],
    ["PROMPT_COMMAND='rm b'", 'rm b'],
    ["mapfile -C 'rm b' -c 1 a", 'rm b ?* ?*'],
    ['command_not_found_handle() { rm b; }; nothing', 'rm b'],
    ["echo 'rm b' > f; BASH_ENV=f bash -c ls", 'rm b'],
    // A text that a shell reads
    ["echo 'rm b' > >(sh)", 'rm b'],
    ["tee >(sh) <<< 'rm b'", 'rm b'],
    ["(echo 'rm b'; echo ls) | sh", 'rm b'],
    ["bash 3<<'E' <&3\nrm b\nE", 'rm b'],
    ["bash /dev/fd/3 3<<< 'rm b'", 'rm b'],
    ["exec 3<<< 'rm b'; . /dev/fd/3", 'rm b'],
    ["exec <<< 'rm b'; bash", 'rm b'],
    ["echo 'rm b' > f; bash < f", 'rm b'],
    ["echo 'rm b' > f; cat f | sh", 'rm b'],
    ['echo \'rm b\' > f; eval "$(<f)"', 'rm b'],
    ["ssh host <<< 'rm b'", 'rm b'],
    ["sudo -s <<< 'rm b'", 'rm b'],
    ["sudo su - <<< 'rm b'", 'rm b'],
    ["chroot /mnt <<< 'rm b'", 'rm b'],
    ["docker exec -i c sh <<< 'rm b'", 'rm b'],
    ["kubectl exec -i p -- sh <<< 'rm b'", 'rm b'],
    ["echo 'rm b' | xargs -I{} sh -c '{}'", 'rm b'],
    ["echo 'rm b' | parallel", 'rm b'],
    ['jobs -x rm b', 'rm b'],
    ['echo ${!x:-$(rm b)}', 'rm b'],
  ]
  it.each(rows)('reads %j', (text, line) => {
    expect(read(text)).toContain(line)
  })

  it('knows no text of a file that may have changed', () => {
    expect(read("echo ls > f; sed -i 's/ls/rm/' f; sh f")).not.toContain('ls')
    expect(read('curl host > f; echo ls >> f; sh f')).not.toContain('ls')
  })

  it('gives what a download prints to a shell that no word names', () => {
    const feeds = (text: string) =>
      parseCommandLine(text).commands.flatMap(({ words, feed }) => (words[0]?.text === 'sh' ? [feed] : []))
    expect(feeds('curl host | sudo -s')).toEqual(['download'])
    expect(feeds('curl host > >(sh)')).toContain('download')
  })
})

describe('what is read as bash does', () => {
  const rows: readonly [string, string][] = [
    ['f() { rm "${1:-none}" "${2:-none}"; }; f a', 'rm a none'],
    ['x=; rm ${x:-a} ${x-b} ${x+c} ${x:+d}', 'rm a c'],
    ['rm ${x:-"a b"c d}', 'rm a bc d'],
    ['x=b; f() { local x=a; }; f; rm $x', 'rm b'],
    ['x=a; f() { local x; rm "[$x]"; }; f', 'rm []'],
    ['x=a; f() { declare -g x=b; }; f; rm $x', 'rm b'],
    ['x=a; f() { x=b; }; y=1 f; rm $x', 'rm b'],
    ['f() ( cd d; rm a; ); f; rm b', 'rm b'],
    ["export x=a; bash -c 'rm $x'", 'rm a'],
    ["set -a; x=a; bash -c 'rm $x'", 'rm a'],
    ["x=a bash -c 'rm $x'", 'rm a'],
    ['f() { rm a; }; export -f f; bash -c f', 'rm a'],
    ['a=([0]=rm [1]=b); "${a[@]}"', 'rm b'],
    ['a=(x y z); rm "${a[@]:1}" ${a[-1]} $a', 'rm y z z x'],
    ['a=(x y); a[1]=z; rm "${a[@]}"', 'rm x z'],
    ['a=(x y); unset \'a[0]\'; rm "${a[@]}"', 'rm ?*'],
    ['set -- a b c; rm "${@:2}" "$*"', 'rm b c a b c'],
    ['IFS=,; set -- a b; rm "$*"', 'rm a,b'],
    ['a=(); rm "${a[@]}" "$x" b', 'rm ?* b'],
    ['x=a,,b; IFS=,; rm $x', 'rm a  b'],
    ['rm${IFS:0:1}a', 'rm a'],
    ['x=a.tar.gz; rm ${x%.*} ${x%%.*} ${x#*.} ${x##*.} ${x/tar/b} ${x: -2}', 'rm a.tar a tar.gz gz a.b.gz gz'],
    ['for f in *.ts; do rm "${f%.ts}.js"; done', 'rm ?*.js'],
    ['rm ${x%.ts} ${y%%$z} ${w/a?/b}', 'rm ?* ?* ?*'],
    ['x=ab; rm ${x^^} ${x^} ${#x}', 'rm AB Ab 2'],
    ['v=x; n=v; rm ${!n}', 'rm x'],
    ['declare -u x=abc; rm $x', 'rm ?*'],
    ['x=3; rm {1..$x}', 'rm {1..3}'],
    ['set -- *.ts; rm "$1"', 'rm ?*.ts'],
    ['CDPATH=d; cd e; rm a', 'rm a'],
    ['echo a b c | xargs -n2 rm', 'rm c'],
    ["printf 'a b\\0c' | xargs -0 rm", 'rm a b c'],
    ['echo a,b | xargs -d, rm', 'rm a b\n'],
    ['echo "\'a b\' c" | xargs -I{} rm {}', 'rm ?*'],
    ['echo a | xargs -I{} rm {}/x', 'rm a/x'],
    ['echo "$X" | xargs rm', 'rm ?*'],
  ]
  it.each(rows)('reads %j', (text, last) => {
    expect(read(text).at(-1)).toBe(last)
  })

  it('does not know a folder that CDPATH may lead to', () => {
    expect(parseCommandLine('CDPATH=d; cd e; rm a').commands.at(-1)?.folder).toBeNull()
    expect(parseCommandLine('CDPATH=d; cd ./e; rm a').commands.at(-1)?.folder).toBe('./e')
  })

  it('takes the starting point of find for found, where no test says otherwise', () => {
    expect(read('find d -exec rm -r {} +')).toContain('rm -r d')
    expect(read("find d -name '*.o' -exec rm {} +")).not.toContain('rm d')
    expect(read("find d ! -name '*.o' -exec rm {} +")).toContain('rm d')
  })
})

/**
 * The programs that a line of the oracle can reach, and nothing else. Each is a small script that first writes down how it
 * was called. What could delete, send or change the machine does nothing more; what a line needs to go on is then run.
 */

/** They are written down and end with 0. */
export const STUBS: readonly string[] = (
  'rm rmdir unlink shred mv cp ln chmod chown dd mkfs truncate install rsync tar zip unzip patch ' +
  'git gh curl wget nc scp sftp psql mysql sqlite3 redis-cli npm npx pnpm yarn node deno bun python python3 perl ruby php ' +
  'pip cargo go make terraform kubectl aws systemctl service reboot shutdown crontab logger vim less man'
).split(' ')

/** They are written down, then the real ones run. None deletes without being told to in the line. */
export const REAL: readonly string[] = (
  'sh bash dash env xargs find timeout nohup nice ionice setsid stdbuf flock cat tee base64 tr sed awk head tail cut sort ' +
  'uniq wc seq grep sleep mktemp mkdir touch ls date basename dirname expr id'
).split(' ')

/** As above, for programs that start others: in bash itself these are builtins, which leave no record. */
export const ALSO_BUILTIN: readonly string[] = 'echo printf true false test'.split(' ')

/** What a program that needs rights, a terminal or another machine would do with its words, as far as the corpus uses it. */
export const ACTED: Readonly<Record<string, string>> = {
  sudo: `
while [ $# -gt 0 ]; do
  case $1 in
    -u|-g|-p|-C|-h|-r|-t|-T|-U|--user|--group) shift 2 ;;
    -D|--chdir) cd "$2" || exit 1; shift 2 ;;
    --) shift; break ;;
    -*) shift ;;
    [A-Za-z_]*=*) export "$1"; shift ;;
    *) break ;;
  esac
done
[ $# -eq 0 ] || exec "$@"`,
  doas: `
while [ $# -gt 0 ]; do case $1 in -u|-C|-a) shift 2 ;; -*) shift ;; *) break ;; esac; done
[ $# -eq 0 ] || exec "$@"`,
  su: `
while [ $# -gt 0 ]; do case $1 in -c|--command) shift; exec /bin/sh -c "$1" ;; *) shift ;; esac; done`,
  ssh: `
while [ $# -gt 0 ]; do case $1 in -[pilJoF]) shift 2 ;; -*) shift ;; *) break ;; esac; done
shift
[ "$1" != -- ] || shift
cd "$HOME" || exit 1
[ $# -eq 0 ] && exec /bin/sh -s
exec /bin/sh -c "$*"`,
  docker: `
verb=$1; shift
case $verb in exec|run) ;; *) exit 0 ;; esac
while [ $# -gt 0 ]; do case $1 in -u|-e|-w|-v|--name) shift 2 ;; -*) shift ;; *) break ;; esac; done
shift
cd "$HOME" || exit 1
[ $# -eq 0 ] || exec "$@"`,
  watch: `
while [ $# -gt 0 ]; do case $1 in -n) shift 2 ;; -*) shift ;; *) break ;; esac; done
exec /bin/sh -c "$*"`,
  busybox: `
[ $# -eq 0 ] || exec "$@"`,
  time: `
while [ $# -gt 0 ]; do case $1 in -f|-o) shift 2 ;; -*) shift ;; *) break ;; esac; done
[ $# -eq 0 ] || exec "$@"`,
}

export const RECORDED: ReadonlySet<string> = new Set([...STUBS, ...REAL, ...Object.keys(ACTED)])

/** One write per call, so that the parts of a pipe do not cut into each other's records. */
export function stubText(log: string, rest: string): string {
  return `#!/bin/sh\ncd -P .\nprintf '%s\\0' "\${0##*/}" "$PWD" $# "$@" >> ${quote(log)}\n${rest.trimStart()}\n`
}

export function realText(log: string, path: string): string {
  return stubText(log, `exec ${quote(path)} "$@"`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

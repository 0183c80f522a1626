import { baseName } from '../../shell/base-name.ts'
import type { Word } from '../../shell/simple-command.ts'
import { findInterpreter } from '../code/languages.ts'
import { TRANSFER_READERS } from '../network/transfer-readers.ts'
import { PUBLISHERS } from '../publication/publishers.ts'
import { QUIET_PROGRAMS } from '../quiet-commands.ts'
import type { CommandRule, PolicyCommand, PolicyContext, PolicyRule, RuleHit } from '../rule.ts'
import { DESTROYERS } from '../service/destroyers.ts'
import { SQL_CLIENTS } from '../sql/sql-clients.ts'
import { DELETE_RULES } from './delete-rules.ts'
import { GIT_RULES } from './git-rules.ts'
import { MACHINE_RULES } from './machine-rules.ts'

/** Programs that the reader looks through itself, or that take words as data. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'printf fgrep ack zgrep man info tldr apropos whatis whereis type command hash alias unalias help history test [ [[ ' +
    'git hub gh glab docker podman nerdctl docker-compose podman-compose kubectl oc helm ' +
    'npm pnpm yarn npx pnpx bunx bun deno pip pip3 pipx uv uvx poetry pdm hatch conda mamba cargo go rustup gem bundle ' +
    'rake composer dotnet gradle gradlew mvn mvnw ant bazel buck swift mix rebar3 just task invoke fab tox nox pytest ' +
    'turbo nx lerna brew apt apt-get dnf yum pacman zypper apk snap flatpak port choco winget scoop dpkg rpm ' +
    'rm rmdir unlink shred cp mv ln install touch mkdir tee dd chmod chown chgrp tar zip unzip gzip xz 7z rimraf ' +
    'awk gawk mawk nawk yq xq join comm paste fold look nano code cursor subl less more bat pager open xdg-open start ' +
    'set unset export declare typeset local readonly read mapfile shift return exit break continue trap wait jobs fg bg ' +
    'source . eval exec cd pushd popd dirs umask ulimit shopt complete compgen bind kill pkill killall pgrep lsof ' +
    'notify-send say logger wall write figlet cowsay lolcat expr tput stty yes fzf gum dialog whiptail ' +
    'gcc g++ clang cc ld ar strip objdump nm readelf find gfind bfs fd fdfind parallel sem rust-parallel tmux screen ' +
    'vim vi nvim ex view ed emacs gdb lldb expect socat sftp ftp lftp ssh slogin autossh mosh scp rsync at batch ' +
    'sh bash zsh dash ksh ksh93 ash mksh rbash yash csh tcsh fish elvish nu xonsh cmd powershell pwsh ' +
    'systemctl launchctl service crontab bylaw hdr hpp claude codex opencode gemini aider'
  ).split(' '),
)

function isUnknown(name: string): boolean {
  if (name === '' || KNOWN.has(name) || QUIET_PROGRAMS.has(name) || TRANSFER_READERS.has(name)) return false
  if (SQL_CLIENTS.has(name) || Object.hasOwn(PUBLISHERS, name) || Object.hasOwn(DESTROYERS, name)) return false
  return findInterpreter(name) === undefined
}

const RUN = /^(?:rm|git|dd|mkfs(?:\.\w{1,10})?|find|rimraf)$/
const TAILS_MAX = 8
const PIECES_MAX = 64

const BLOCKING = [...DELETE_RULES, ...GIT_RULES, ...MACHINE_RULES].filter(
  (rule): rule is CommandRule => rule.level === 'BLOCK' && 'find' in rule,
)

/** The words behind a program that no table knows may be a call that it runs, or a text for a shell that it starts. */
function findRun(command: PolicyCommand, context: PolicyContext): RuleHit | null {
  const text = shellText(command)
  const pieces = text === null ? [] : piecesOf(text)
  for (const args of [command.args, ...pieces]) {
    const hit = findTail({ ...command, args }, context)
    if (hit !== null) return hit
  }
  return null
}

function findTail(command: PolicyCommand, context: PolicyContext): RuleHit | null {
  const starts = command.args.flatMap((word, at) => (RUN.test(baseName(word.text)) ? [at] : [])).slice(0, TAILS_MAX)
  for (const at of starts) {
    const call = callFrom(command, at)
    const word = command.args[at]
    const isBlocked = BLOCKING.some((rule) => concerns(rule, call.name) && rule.find(call, context) !== null)
    if (isBlocked && word !== undefined) return { span: word.span }
  }
  return null
}

const SHELL = /^(?:ba|z|da|k|mk|a)?sh$/
const TEXT_OPTION = /^-[a-z]*c[a-z]*$/

/** The text of `sometool sh -c TEXT`. */
function shellText({ args }: PolicyCommand): Word | null {
  const shell = args.findIndex((word) => SHELL.test(baseName(word.text)))
  const option = args.findIndex(({ text }, at) => shell !== -1 && at > shell && TEXT_OPTION.test(text))
  return option === -1 ? null : (args[option + 1] ?? null)
}

/**
 * Cut at operators and blanks, not read as a shell does: the parser is no part of the rules, which a hook loads without
 * it, and the answer is only to ask a person.
 */
function piecesOf(word: Word): readonly (readonly Word[])[] {
  return word.text
    .split(/[;&|\n]+/)
    .slice(0, PIECES_MAX)
    .map((piece) =>
      piece
        .split(/\s+/)
        .filter((text) => text !== '')
        .map((text) => ({ ...word, text: text.replace(/^["'({]+|["')}]+$/g, '') })),
    )
}

function concerns({ programs }: CommandRule, name: string): boolean {
  if (programs === null) return true
  return typeof programs === 'function' ? programs(name) : programs.includes(name)
}

/** `--exec /bin/rm -- -rf d`: the dashes end the options of the one that runs it. */
function callFrom({ args, command, index }: PolicyCommand, at: number): PolicyCommand {
  const [program, ...rest] = args.slice(at)
  const own = rest[0]?.text === '--' ? rest.slice(1) : rest
  const words = program === undefined ? own : [program, ...own]
  const name = baseName(program?.text ?? '')
  return { name, args: own, command: { ...command, words, redirects: [], stdin: null }, index }
}

const UNKNOWN_RUNNER: CommandRule = {
  id: 'unknown-runner',
  level: 'MANUAL',
  area: 'program',
  reason: 'a program that is not known may run the words behind it, and as a command they would be blocked',
  programs: isUnknown,
  find: findRun,
  hits: [
    'oarsub-run rm -rf data',
    'kitten rm -rf data',
    'somerunner --start --exec /bin/rm -- -rf data',
    './run.sh git push --force origin dev',
    'somerunner -n 4 find . -delete',
    'somerunner dd if=/dev/zero of=/dev/sda',
    "bwrap --ro-bind / / sh -c 'rm -rf data'",
    "somerunner run -- bash -lc 'cd x && git push --force origin dev'",
  ],
  misses: [
    'srun make',
    'somerunner rm data',
    'somerunner "rm -rf data"',
    'somerunner git status',
    "somerunner sh -c 'make test'",
    "somerunner sh notes 'rm -rf data'",
    'echo rm -rf data',
    'printf %s git push --force',
    'make rm -rf data',
    'npm run clean -- rm -rf data',
    'man git push --force',
  ],
}

export const RUNNER_RULES: readonly PolicyRule[] = [UNKNOWN_RUNNER]

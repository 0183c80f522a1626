import { readGit } from './git-runner.ts'
import type { Runner } from './inner-run.ts'
import { readFd, readFind } from './item-runners.ts'
import { LINE_RUNNERS, readLines } from './line-runners.ts'
import { readParallel } from './read-parallel.ts'
import { readWrapper } from './read-wrapper.ts'
import { readCompose, readDocker, readKubectl, readMosh, readSecureCopy, readSsh } from './remote-runners.ts'
import { readEval, readFish, readRunUser, readShell } from './shell-runners.ts'
import { readAt, readScreen, readTmux } from './terminal-runners.ts'
import { readVerb, VERB_RUNNERS } from './verb-runners.ts'
import { readCmd, readPowerShell } from './windows-runners.ts'
import { WRAPPERS } from './wrappers.ts'

const wrappers = Object.fromEntries(
  Object.entries(WRAPPERS).map(([name, wrapper]): [string, Runner] => [name, (call) => readWrapper(wrapper, call)]),
)
const verbs = Object.fromEntries(
  Object.entries(VERB_RUNNERS).map(([name, runner]): [string, Runner] => [name, (call) => readVerb(runner, call)]),
)
const lines = Object.fromEntries(LINE_RUNNERS.map((name): [string, Runner] => [name, (call) => readLines(name, call)]))
const shells = Object.fromEntries(
  'sh bash zsh dash ksh ksh93 ash mksh rbash yash csh tcsh elvish nu xonsh'
    .split(' ')
    .map((name): [string, Runner] => [name, readShell]),
)

/** From a program's base name, lower case and without `.exe`, to the reader of what it runs. */
export const RUNNERS: Readonly<Record<string, Runner>> = {
  ...wrappers,
  ...verbs,
  ...lines,
  ...shells,
  fish: readFish,
  eval: readEval,
  runuser: readRunUser,
  find: readFind,
  gfind: readFind,
  bfs: readFind,
  fd: readFd,
  fdfind: readFd,
  parallel: readParallel,
  sem: readParallel,
  'rust-parallel': readParallel,
  ssh: readSsh,
  slogin: readSsh,
  autossh: readSsh,
  scp: readSecureCopy,
  mosh: readMosh,
  docker: readDocker,
  podman: readDocker,
  nerdctl: readDocker,
  'docker-compose': readCompose,
  'podman-compose': readCompose,
  kubectl: readKubectl,
  oc: readKubectl,
  git: readGit,
  tmux: readTmux,
  screen: readScreen,
  at: readAt,
  batch: readAt,
  cmd: readCmd,
  powershell: readPowerShell,
  pwsh: readPowerShell,
}

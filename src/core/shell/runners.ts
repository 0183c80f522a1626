import type { Runner } from './inner-run.ts'
import { readFind, readParallel } from './item-runners.ts'
import { readDocker, readKubectl, readSsh } from './remote-runners.ts'
import { readEval, readShell } from './shell-runners.ts'
import { readWrapper, WRAPPERS } from './wrappers.ts'

const wrappers = Object.fromEntries(
  Object.entries(WRAPPERS).map(([name, wrapper]): [string, Runner] => [name, (call) => readWrapper(wrapper, call)]),
)

/** From a program's base name to the reader of what it runs. */
export const RUNNERS: Readonly<Record<string, Runner>> = {
  ...wrappers,
  sh: readShell,
  bash: readShell,
  zsh: readShell,
  dash: readShell,
  ksh: readShell,
  ash: readShell,
  mksh: readShell,
  rbash: readShell,
  eval: readEval,
  find: readFind,
  parallel: readParallel,
  sem: readParallel,
  ssh: readSsh,
  docker: readDocker,
  podman: readDocker,
  kubectl: readKubectl,
}

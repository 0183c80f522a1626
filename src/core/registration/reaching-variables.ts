/** Environment variables with which a settings file could reach into our program or the shell that starts it. */
const REACHING: ReadonlySet<string> = new Set([
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_PATH',
  'NODE_COMPILE_CACHE',
  'XDG_STATE_HOME',
  'XDG_DATA_HOME',
  'XDG_CONFIG_HOME',
  'HOME',
  'PATH',
  'CLAUDE_CODE_SHELL',
  'CLAUDE_CODE_SHELL_PREFIX',
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'IFS',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_EXEC_PATH',
  'GIT_OBJECT_DIRECTORY',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_COUNT',
])

/** The loader's and the cryptography's own variables, whole families of them. */
const FAMILIES = /^(?:LD|DYLD|OPENSSL)_/

export function reachesIntoPrograms(name: string): boolean {
  return REACHING.has(name) || FAMILIES.test(name)
}

/** Whether a variable's text means yes, as the harnesses read theirs. */
export function isSwitchedOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && !/^(0|false|no|off)$/i.test(value)
}

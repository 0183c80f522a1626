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
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH',
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

export function reachesIntoPrograms(name: string): boolean {
  return REACHING.has(name)
}

/** Whether a variable's text means yes, as the harnesses read theirs. */
export function isSwitchedOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && !/^(0|false|no|off)$/i.test(value)
}

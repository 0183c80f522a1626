/** Where a row is held: a test file and words of a test's name in it, or a case of `test/cases`. */
export type Place = { readonly file: string; readonly name: string } | { readonly file: string; readonly case: string }
export type BypassRow = {
  readonly row: string
  readonly input: string
} & (
  | { readonly held: readonly Place[] }
  /** The harness or system comes with a later issue. */
  | { readonly later: string }
  /** Nothing that could be fed to a hook: why. */
  | { readonly noInput: string }
)

const at = (file: string, ...names: readonly string[]): readonly Place[] => names.map((name) => ({ file, name }))
const hooks = (...ids: readonly string[]): readonly Place[] =>
  ids.map((id) => ({ file: 'test/cases/hooks.json', case: id }))
const calls = (...names: readonly string[]) => at('test/hook/bypass-calls.test.ts', ...names)
const paths = (...names: readonly string[]) => at('test/hook/bypass-paths.test.ts', ...names)
const shell = (...names: readonly string[]) => at('test/hook/bypass-shell.test.ts', ...names)
const upkeep = (...names: readonly string[]) => at('test/hook/bypass-upkeep.test.ts', ...names)
const encode = (...names: readonly string[]) => at('src/harness/encode.test.ts', ...names)
const plugin = (...names: readonly string[]) => at('src/harness/opencode/plugin.test.ts', ...names)
const claude = (...names: readonly string[]) => at('src/harness/claude-code/registration.test.ts', ...names)
const codex = (...names: readonly string[]) => at('src/harness/codex/registration.test.ts', ...names)
const doctor = (...names: readonly string[]) => at('src/app/hooks/doctor-hooks.test.ts', ...names)
const payloads = (...names: readonly string[]) => at('test/hook/payloads.test.ts', ...names)

const BYTES = '$harness answers $answer.kind at $event with exactly these bytes'

/** The rows of the specification of harnesses, section 13, by number. */
export const BYPASS_ROWS: readonly BypassRow[] = [
  // The denial is given and ignored.
  { row: '1', input: 'a denial without the name of its event', held: [...encode(BYTES), ...payloads('$file: $clean')] },
  {
    row: '2',
    input: 'a guard that exits 1 on its own error',
    held: calls('row 2: an error of our own', 'denies on the payload %j'),
  },
  {
    row: '3',
    input: 'a registered script that is missing',
    held: [
      ...doctor('finds that the program is gone and says how to mend it'),
      ...calls('denies %s and says that it is our own'),
    ],
  },
  { row: '4', input: 'exit 2 for an error that is no denial', held: calls('row 4: at %s exits 0') },
  {
    row: '5',
    input: 'shell glue round the hook, stray keys in the answer',
    held: encode('tells Codex only what Codex takes'),
  },
  { row: '6', input: 'text ahead of the JSON', held: encode('says nothing or one JSON document') },
  { row: '7', input: 'an unquoted path with backslashes', later: 'Windows' },
  { row: '8', input: 'a version in which another hook beat the denial', held: doctor('judges version %s') },
  { row: '9', input: 'exit 2 on Task', held: calls('row 9: Task is denied with the answer and with exit 2') },
  {
    row: '10',
    input: 'a hook over its time limit',
    held: [...hooks('C536'), ...claude('registers every event so that it runs, with a time limit')],
  },
  { row: '11', input: 'a low timeout', later: 'Cursor' },
  { row: '12', input: 'failClosed and an empty stdout', later: 'Cursor' },
  { row: '13', input: 'an unwrapped denial, the reason lost', held: encode(BYTES, 'never prints an empty denial') },
  { row: '14', input: 'every call denied after an update', later: 'Copilot' },
  { row: '15', input: 'a harness that blocks on exit 1', later: 'Code Puppy' },
  // The hook does not run.
  {
    row: '16',
    input: 'hooks that nobody trusts',
    held: [
      ...doctor('finds hooks of Codex that nobody trusts', 'tells when a hook last ran'),
      ...calls('can be told by its heartbeat'),
    ],
  },
  { row: '17', input: 'the bypass flag', noInput: 'a flag that we never recommend' },
  {
    row: '18',
    input: 'matchers that miss apply_patch',
    held: [
      ...codex('registers every event so that it runs'),
      ...at('test/hook/payload-rows.ts', 'tool-execute-before-patch-legacy'),
    ],
  },
  { row: '19', input: 'apply_patch without an event after it', held: calls('row 19: a patch with no event after it') },
  { row: '20', input: 'code mode', held: calls('row 20: code that runs without a call of its own is a known gap') },
  { row: '21', input: 'a desktop application that calls no hook', later: 'Windows' },
  {
    row: '22',
    input: 'modes without hooks',
    held: [
      ...doctor('finds switches in the environment and in files'),
      ...at('src/app/validate/compare-with-base.test.ts', 'what both of HEAD and the work tree break is told once'),
    ],
  },
  {
    row: '23',
    input: 'a call of a sub-agent',
    held: [
      ...calls('row 23: a sub-agent of %s may do no more than its root'),
      ...plugin('is remembered from the birth of a child, which asks nobody'),
    ],
  },
  { row: '24', input: 'a file named in the prompt', noInput: 'read without a hook, and reading is never denied' },
  { row: '25', input: 'a command in a skill', held: calls('row 25: a command in the text of a skill') },
  {
    row: '26',
    input: 'a matcher on session starts',
    held: [
      ...claude('registers every event so that it runs'),
      ...at('test/hook/payload-rows.ts', 'session-start-resume session-start-compact'),
    ],
  },
  {
    row: '27',
    input: 'a plugin that throws when it is loaded',
    held: plugin('denies when the program is missing, and says how to mend it'),
  },
  { row: '28', input: 'exit 2 with stdout', later: 'Kiro' },
  { row: '29', input: 'a folder that is not trusted', later: 'Copilot' },
  {
    row: '30',
    input: 'permission.ask',
    held: plugin('throws the reason word for word when the program denies', 'forwards four events and no other'),
  },
  { row: '31', input: 'a payload without a tool name', later: 'Cursor' },
  {
    row: '32',
    input: 'NotebookEdit',
    held: [
      ...calls('row 32: NotebookEdit is read by its own path field'),
      ...at('src/harness/registry.test.ts', '%s classifies every tool that it lists'),
    ],
  },
  {
    row: '32b',
    input: 'a stray key or comment in the hook file',
    held: [...claude('and said so with %s'), ...codex('and said so with %s')],
  },
  // Paths and parsing.
  {
    row: '33',
    input: 'links',
    held: paths(
      'is seen through a link to the project',
      'is seen through a link inside it',
      'is seen through a hard link',
    ),
  },
  {
    row: '34',
    input: 'patch markers in the text of an edit',
    held: paths('row 34: an edit whose new text holds patch markers'),
  },
  { row: '35', input: 'another letter case', held: paths('row 35: another spelling') },
  { row: '36', input: 'a cwd that drifts', held: paths('row 36: a folder that drifts') },
  {
    row: '37',
    input: 'worktrees, and a folder with a longer name',
    held: paths('protects the log of the worktree', 'a name that only begins alike is another folder'),
  },
  { row: '38', input: 'moves, adds, padding, CRLF, heredocs', held: paths('row 38: %s is denied whole, by name') },
  {
    row: '39',
    input: 'paths in nothing but the patch',
    held: paths('row 39: Codex names its paths in nothing but the patch'),
  },
  {
    row: '40',
    input: 'five files in one patch',
    held: paths("'one of five files'", 'row 40: one new decision among other files'),
  },
  {
    row: '41',
    input: 'a byte order mark before the JSON',
    held: at('test/hook/cases-hooks.test.ts', 'a stream that never closes is answered'),
  },
  { row: '42', input: 'what our own commands write', held: paths('row 42: what our own commands write') },
  { row: '43', input: 'an append by an edit', held: paths('row 43: that appends by replace_all') },
  { row: '44', input: 'Edit with an empty old text', held: paths('row 44: with an empty old text makes a file') },
  { row: '45', input: 'no session id, backslashes', later: 'Kiro on Windows' },
  // Round the file tools.
  {
    row: '46',
    input: 'cat, tee, node',
    held: shell('rows 46 to 50: round the file tools', 'row 46: the first denial says already'),
  },
  { row: '47', input: 'sed -i', held: shell('[47, `sed -i') },
  { row: '48', input: 'python, sed with two files', held: shell('[48, `python3', '[48, `touch ok.txt; sed -i') },
  { row: '49', input: '/bin/rm, \\rm, env rm', held: shell('[49, `env rm') },
  { row: '50', input: 'find -delete', held: shell('[50, `find') },
  { row: '51', input: 'cat >>', held: shell('row 51: an append through the shell') },
  {
    row: '52',
    input: 'apply_patch through the shell',
    held: shell('row 52: %s is an edit', 'row 52: a patch of other files'),
  },
  { row: '53', input: 'write_stdin', held: shell('row 53: what is typed into an open shell') },
  {
    row: '54',
    input: 'git checkout, merge, stash, restore',
    held: shell('a branch without a decision breaks the log', 'cry no wolf', 'the way back by git restore'),
  },
  { row: '55', input: 'file tools of servers', held: shell('row 55: file tools of servers') },
  {
    row: '56',
    input: 'settings that lose the hooks',
    held: upkeep(
      'row 56: the settings %s are not written by a file tool',
      'row 56: the settings %s lock what changes',
      'row 56: no variable of ours',
    ),
  },
  {
    row: '57',
    input: 'the program behind the registration',
    held: [
      ...upkeep('row 57: the program behind the registration'),
      ...at('src/app/hooks/plan-hooks.test.ts', 'copies a program that lies in a work tree'),
    ],
  },
  { row: '58', input: 'a reset mtime', held: upkeep('row 58: a change that resets the times') },
  {
    row: '59',
    input: 'the baseline edited or deleted',
    held: upkeep('row 59: an edited baseline', 'row 59: a deleted one', 'row 59: it lies outside'),
  },
  {
    row: '60',
    input: 'calls side by side',
    held: [
      ...upkeep('row 60: calls side by side'),
      ...at('test/hook/new-decision-claims.test.ts', 'are told apart by their ids'),
    ],
  },
  { row: '61', input: 'old decisions rewritten in a log file', noInput: 'the reason for all of this' },
  // Living with it.
  {
    row: '62',
    input: 'harmless reads, names that look alike',
    held: upkeep('row 62: %s only looks alike', 'row 62: reading is never denied'),
  },
  { row: '63', input: 'a stop that blocks for ever', held: upkeep('row 63: the stop of %s is blocked once a turn') },
  { row: '64', input: 'a denial by nobody', held: upkeep('row 64: every reason begins with who denies') },
  {
    row: '65',
    input: 'messages that flood',
    held: [
      ...upkeep('row 65: one short line'),
      ...at('test/hook/told-decisions.test.ts', 'is told once, and again when it changed'),
    ],
  },
  { row: '66', input: 'context that is dropped', held: encode('never prints an empty denial') },
  { row: '67', input: 'another shape at the end of a turn', later: 'Copilot' },
  {
    row: '68',
    input: 'rules for another checkout',
    held: paths('row 68: keeps each log to the paths of its own project'),
  },
  {
    row: '69',
    input: 'a start-up script that is denied',
    held: upkeep('row 69: the reason says which decision it is', 'row 69: how a session of each harness begins'),
  },
  {
    row: '70',
    input: 'a write outside of every repository',
    held: paths('row 70: outside of every project nothing is ours'),
  },
  {
    row: '71',
    input: 'the tool names of another harness',
    held: [
      ...upkeep('row 71: Bash is denied in %s under its own name'),
      ...at('src/harness/registry.test.ts', 'every tool of %s can be denied by its own name'),
    ],
  },
  {
    row: '72',
    input: 'trust that an upgrade took away',
    held: [
      ...codex('is asked for each of our handlers'),
      ...at('src/app/hooks/plan-hooks.test.ts', 'says how to trust the hooks of Codex'),
    ],
  },
  { row: '73', input: 'resume under a new id', held: upkeep('row 73: a resumed session under a new id') },
  { row: '74', input: 'one call judged twice', held: upkeep('row 74: a call that is judged twice') },
]

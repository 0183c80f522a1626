// What happens in the demo, in order. Each step says who does what, does it for real, and tells what came of it; a
// step that comes out otherwise than `expected` fails the demo.

const HDR_003 = '.hdr/decisions/HDR-003.json'

const NEW_DECISION = {
  schema_version: 2,
  id: 'HDR-005',
  history: [
    {
      title: 'The build stays offline',
      rationale: 'A page fetched during a build changed its result twice.',
      check: { kind: 'tool_denied', tools: ['WebFetch'] },
    },
  ],
}

/** A program that an agent may start: no reading of a command line tells what it does to the log. */
const TIDY = `import { readFileSync, writeFileSync } from 'node:fs'
const path = '${HDR_003}'
const decision = JSON.parse(readFileSync(path, 'utf8'))
decision.history = decision.history.slice(1)
writeFileSync(path, JSON.stringify(decision))
`

/** `stage` is the scratch repository, see stage.mjs. */
export function stepsOf(stage) {
  const agent = agentOn(stage)
  const person = personOn(stage)
  return [
    person('hooks install --harness claude-code --apply', 'done'),
    agent.event('starts a session', { hook_event_name: 'SessionStart', source: 'startup' }, 'told'),
    agent.writes('.hdr/decisions/HDR-005.json', `${JSON.stringify(NEW_DECISION, null, 2)}\n`, 'allowed'),
    agent.edits(HDR_003, 'The ban blocked builds and tests', 'Agents asked for it', 'denied'),
    agent.shell(`sed -i s/ban/rule/ ${HDR_003}`, 'denied'),
    agent.shell('node tidy.mjs', 'caught', () => {
      stage.write('tidy.mjs', TIDY)
      stage.run(process.execPath, 'tidy.mjs')
    }),
    agent.writes('src/app.js', 'export const answer = 42\n', 'denied'),
    person(`decisions restore HDR-003 --session ${stage.session}`, 'done'),
    agent.writes('src/app.js', 'export const answer = 42\n', 'allowed'),
    agent.shell('npm run deploy', 'allowed'),
    person(
      [
        'decisions',
        'revise',
        'HDR-003',
        '--title',
        'Shell is allowed, but people deploy',
        '--rationale',
        'A deployment cannot be taken back.',
        '--deny-command',
        'npm run deploy',
      ],
      'done',
      () => appendByHand(stage),
    ),
    agent.shell('npm run deploy', 'denied'),
    agent.tool('WebFetch', { url: 'https://example.org/', prompt: 'read it' }, 'fetches a page (WebFetch)', 'denied'),
    agent.event('stops', { hook_event_name: 'Stop', stop_hook_active: false }, 'allowed'),
    person('validate', 'done'),
    person('explain HDR-003', 'done', null, whatApplies),
  ]
}

function agentOn(stage) {
  let calls = 0
  /** Before the tool, then, where it may run, the tool's effect and the event after it. */
  const tool = (name, input, tried, expected, effect = () => undefined) => ({
    who: 'agent',
    tried,
    expected,
    play() {
      calls += 1
      const call = { tool_name: name, tool_input: input, tool_use_id: `toolu_demo_${calls}` }
      const before = outcomeBefore(stage.hook({ hook_event_name: 'PreToolUse', ...call }))
      if (before.outcome !== 'allowed') return before
      effect()
      return outcomeAfter(stage.hook({ hook_event_name: 'PostToolUse', ...call, tool_response: {} }), before)
    },
  })
  return {
    tool,
    event: (tried, event, expected) => ({
      who: 'agent',
      tried,
      expected,
      play: () => outcomeOfEvent(stage.hook(event), expected),
    }),
    shell: (command, expected, effect) => tool('Bash', { command }, `shell: ${command}`, expected, effect),
    writes: (path, content, expected) =>
      tool('Write', { file_path: `${stage.repo}/${path}`, content }, `writes ${path}`, expected, () =>
        stage.write(path, content),
      ),
    edits: (path, old_string, new_string, expected) =>
      tool('Edit', { file_path: `${stage.repo}/${path}`, old_string, new_string }, `edits ${path}`, expected, () =>
        stage.write(path, stage.read(path).replace(old_string, new_string)),
      ),
  }
}

function outcomeBefore({ status, stdout, stderr }) {
  const said = stdout === '' ? null : JSON.parse(stdout).hookSpecificOutput
  if (said?.permissionDecision === 'deny' && status === 2)
    return { outcome: 'denied', why: said.permissionDecisionReason }
  if (status === 0 && said === null) return { outcome: 'allowed', why: 'no decision speaks against it' }
  return { outcome: `odd answer (exit ${status})`, why: stderr || stdout }
}

function outcomeAfter({ status, stdout, stderr }, before) {
  if (status === 0 && stdout === '') return before
  if (status !== 0) return { outcome: `odd answer (exit ${status})`, why: stderr || stdout }
  return {
    outcome: 'caught',
    why: `allowed, then seen by its effect: ${JSON.parse(stdout).hookSpecificOutput.additionalContext}`,
  }
}

function outcomeOfEvent({ status, stdout, stderr }, expected) {
  if (status !== 0 || stderr !== '') return { outcome: `odd answer (exit ${status})`, why: stderr || stdout }
  if (expected !== 'told') return { outcome: stdout === '' ? 'allowed' : 'blocked', why: stdout || 'everything holds' }
  const text = JSON.parse(stdout).hookSpecificOutput.additionalContext
  const ids = [...new Set(text.match(/HDR-\d+(?=:)/g) ?? [])]
  return {
    outcome: text.includes('3 current decisions apply') ? 'told' : 'told otherwise',
    why: `the decisions that apply: ${ids.slice(0, 3).join(', ')}`,
  }
}

/** `otherwise` is what a person does by hand where the command line takes this shell for an agent's. */
function personOn(stage) {
  return (command, expected, otherwise = null, summary = firstLine) => {
    const words = typeof command === 'string' ? command.split(' ') : command
    return {
      who: 'person',
      tried: `bylaw ${words.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ')}`,
      expected,
      play() {
        const result = stage.bylaw(...words)
        if (result.status === 0) return { outcome: 'done', why: summary(result.stdout) }
        if (otherwise === null || !result.stderr.includes('not-a-person'))
          return { outcome: `exit ${result.status}`, why: result.stderr || result.stdout }
        otherwise()
        return { outcome: 'done', why: "in an editor: this demo runs in an agent's shell, where the command refuses" }
      },
    }
  }
}

function firstLine(text) {
  return text.split('\n')[0].replace(/^[✔+] /, '')
}

/** The entries that `explain` shows, and the one that applies. */
function whatApplies(text) {
  const entries = [...text.matchAll(/^ {2}(\d+)\. /gm)].map(([, number]) => number)
  const applying = /^ {2}(\d+)\. (?:(?!^ {2}\d+\. )[\s\S])*?^ {5}applies now$/m.exec(text)?.[1]
  return `${entries.length} entries, oldest first; entry ${applying} applies now`
}

function appendByHand(stage) {
  const decision = JSON.parse(stage.read(HDR_003))
  const entry = {
    title: 'Shell is allowed, but people deploy',
    rationale: 'A deployment cannot be taken back.',
    check: { kind: 'command_denied', commands: ['npm run deploy'] },
  }
  stage.write(HDR_003, `${JSON.stringify({ ...decision, history: [...decision.history, entry] }, null, 2)}\n`)
}

// Started by bench/policy.mjs for one library: how fast it answers without a process per answer. Reads the everyday lines
// as JSON from standard input and writes one JSON record a line, so that what was measured stays known if it never ends.
// Usage: node policy-in-process.mjs bylaw|peer MODULE
import { readFileSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { HOSTILE_COMMANDS } from './hostile-commands.mjs'
import { quantile } from './measure.mjs'

const WARM_UP_MS = 1000
const MEASURED_MS = 2000
const LONG_TEXT_RUNS = 5
const LONG_TEXT_MAX = 64 * 1024

const [kind, modulePath] = process.argv.slice(2)
const library = await import(pathToFileURL(modulePath).href)
const CLASSIFIERS = {
  bylaw: (command) => library.classifyCommand(command).rule,
  peer: (command) => library.checkCommand({ command, cwd: process.cwd() }).ruleId ?? null,
}
const classify = CLASSIFIERS[kind]
const everyday = JSON.parse(readFileSync(0, 'utf8'))

measureRate()
measureLongText()
for (const [name, text] of Object.entries(HOSTILE_COMMANDS)) record({ kind: 'hostile', name, ...timed(text) })

function measureRate() {
  runFor(WARM_UP_MS)
  record({ kind: 'rate', perSecond: quantile(runFor(MEASURED_MS), 0.5) })
}

/** Classifications per second of each pass over the everyday lines. */
function runFor(limitMs) {
  const rates = []
  const end = performance.now() + limitMs
  while (performance.now() < end) {
    const start = performance.now()
    for (const command of everyday) classify(command)
    rates.push((everyday.length / (performance.now() - start)) * 1000)
  }
  return rates
}

function measureLongText() {
  const text = longText()
  const runs = Array.from({ length: LONG_TEXT_RUNS }, () => timed(text))
  record({ kind: 'long', characters: text.length, rule: runs[0].rule, ms: Math.max(...runs.map(({ ms }) => ms)) })
}

/** Lines with heredocs are left out: many of them make a text that is refused unread. */
function longText() {
  const lines = everyday.filter((command) => !/\n|<</.test(command))
  let text = ''
  for (let at = 0; ; at++) {
    const next = `${lines[at % lines.length]}\n`
    if (text.length + next.length > LONG_TEXT_MAX) return text
    text += next
  }
}

function timed(text) {
  const start = performance.now()
  let rule
  try {
    rule = classify(text)
  } catch (error) {
    rule = `threw ${error.name}`
  }
  return { rule, ms: performance.now() - start }
}

function record(value) {
  writeSync(1, `${JSON.stringify(value)}\n`)
}

// `npm run bench -- hook|policy|events [--rounds N] [--list] [--json]`: benchmarks with their peers. Never part of a test: a
// busy machine must not turn a build red. Build first (`npm run build`).
import { parseArgs } from 'node:util'
import { benchEvents, renderEvents } from './events.mjs'
import { benchHook } from './hook.mjs'
import { benchPolicy } from './policy.mjs'
import { renderHook } from './render-hook.mjs'
import { renderPolicy } from './render-policy.mjs'

/** `run({rounds, progress})` gives the report, `render(report, {list})` its text. */
const BENCHMARKS = {
  hook: { run: benchHook, render: renderHook },
  policy: { run: benchPolicy, render: renderPolicy },
  events: { run: benchEvents, render: renderEvents },
}
const USAGE = `usage: npm run bench -- ${Object.keys(BENCHMARKS).join('|')} [--rounds N] [--list] [--json]
  --rounds N  how often every program is started, at least 1, default 40
  --list      policy: the lines that each program missed or alarmed on
  --json      the report as JSON`
const options = {
  rounds: { type: 'string', default: '40' },
  list: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
}

const request = readRequest()
if (request === null) {
  console.error(USAGE)
  process.exitCode = 3
} else {
  const report = await request.benchmark.run({ rounds: request.rounds, progress })
  process.stderr.write(process.stderr.isTTY ? '\r\u001b[K' : '')
  console.log(request.json ? JSON.stringify(report, null, 2) : request.benchmark.render(report, request))
}

function readRequest() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const rounds = Number(values.rounds)
    const isKnown = positionals.length === 1 && Object.hasOwn(BENCHMARKS, positionals[0])
    if (!isKnown || !Number.isInteger(rounds) || rounds < 1) return null
    return { benchmark: BENCHMARKS[positionals[0]], rounds, list: values.list, json: values.json }
  } catch {
    return null
  }
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

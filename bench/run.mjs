// `npm run bench -- NAME... [--rounds N] [--list] [--json]`: benchmarks with their peers. Never part of a test: a busy machine
// must not turn a build red. Build first (`npm run build`).
import { parseArgs } from 'node:util'
import { benchAttest, renderAttest } from './attest.mjs'
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
  attest: { run: benchAttest, render: renderAttest },
}
const USAGE = `usage: npm run bench -- ${Object.keys(BENCHMARKS).join('|')} ... [--rounds N] [--list] [--json]
  --rounds N  how often every program is started, at least 1, default 40; attest at most 9
  --list      policy: the lines that each program missed or alarmed on
  --json      each report as JSON`
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
  for (const [at, { run, render }] of request.benchmarks.entries()) {
    const report = await run({ rounds: request.rounds, progress })
    process.stderr.write(process.stderr.isTTY ? '\r\u001b[K' : '')
    if (at > 0 && !request.json) console.log('')
    console.log(request.json ? JSON.stringify(report, null, 2) : render(report, request))
  }
}

function readRequest() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const rounds = Number(values.rounds)
    const isKnown = positionals.length > 0 && positionals.every((name) => Object.hasOwn(BENCHMARKS, name))
    if (!isKnown || !Number.isInteger(rounds) || rounds < 1) return null
    return { benchmarks: positionals.map((name) => BENCHMARKS[name]), rounds, list: values.list, json: values.json }
  } catch {
    return null
  }
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

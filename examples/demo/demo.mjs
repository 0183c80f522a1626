// `npm run demo [folder]`: a scripted agent session in a scratch repository, through the real hook and the real command
// line. Prints one table; ends with 1 if any step comes out otherwise than it should. Offline, and only in its folder.
import { relative, resolve } from 'node:path'
import { stepsOf } from './calls.mjs'
import { openStage } from './stage.mjs'
import { pageFor, renderTable } from './table.mjs'

const WHY_MAX = 160
const GREEN = 32
const YELLOW = 33
const RED = 31

const folder = resolve(process.argv[2] ?? '.demo')
const page = pageFor(process.stdout, process.env)
try {
  const stage = openStage(folder)
  const played = stepsOf(stage).map((step) => ({ ...step, ...step.play() }))
  const failed = played.filter((step) => step.outcome !== step.expected)
  console.log(renderSession(played))
  console.log('')
  console.log(failed.length === 0 ? renderNext(stage) : renderFailures(failed))
  if (failed.length > 0) process.exitCode = 1
} catch (error) {
  console.error(`demo: ${error.message}`)
  process.exitCode = 1
}

function renderSession(played) {
  const columns = [
    { title: '#', width: 2 },
    { title: 'who', width: 6 },
    { title: 'tried', width: 25 },
    { title: 'came out', width: 8, colour: colourOf },
    { title: 'why' },
  ]
  const rows = played.map(({ who, tried, outcome, why }, at) => [String(at + 1), who, tried, outcome, shorten(why)])
  return renderTable(columns, rows, page)
}

function colourOf([, , , outcome]) {
  if (outcome === 'denied' || outcome === 'caught') return YELLOW
  return ['allowed', 'done', 'told'].includes(outcome) ? GREEN : RED
}

/** Long reasons end at a sentence where one ends in time. */
function shorten(text) {
  if (text.length <= WHY_MAX) return text
  const cut = text.slice(0, WHY_MAX)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '))
  return end > WHY_MAX / 3 ? cut.slice(0, end) : `${cut.slice(0, cut.lastIndexOf(' '))} ...`
}

function renderFailures(failed) {
  const lines = failed.map(
    ({ tried, outcome, expected, why }) => `${page.symbols.no} ${tried}: ${outcome}, expected ${expected}\n  ${why}`,
  )
  return [`${failed.length} of the steps did not come out as they should:`, ...lines].join('\n')
}

function renderNext({ repo }) {
  const near = relative(process.cwd(), repo)
  const path = near === '' || near.startsWith('..') ? repo : near
  const place = /\s/.test(path) ? `'${path}'` : path
  const start = 'node dist/bylaw.cjs'
  return [
    `${page.symbols.yes} every step came out as it should. The repository is ${path}`,
    '',
    'Try next:',
    `  ${start} -C ${place} explain HDR-003`,
    `  ${start} -C ${place} decisions list`,
    `  ${start} decisions init --help`,
  ].join('\n')
}

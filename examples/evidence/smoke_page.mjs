// A criterion that leaves proof: it makes a page, looks at it, and writes what it saw.
// With --break it still writes both files, and fails.
import { mkdirSync, writeFileSync } from 'node:fs'

const isBroken = process.argv.includes('--break')
const page = `<!doctype html>\n<title>smoke</title>\n<h1>${isBroken ? '' : 'It works'}</h1>\n`
const checks = [
  ['has a title', page.includes('<title>smoke</title>')],
  ['greets', page.includes('It works')],
]
mkdirSync('out', { recursive: true })
writeFileSync('out/report.html', page)
writeFileSync('out/smoke.log', checks.map(([name, holds]) => `${holds ? 'ok' : 'not ok'} ${name}\n`).join(''))
process.exitCode = checks.every(([, holds]) => holds) ? 0 : 1

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { GROUPS } from '../src/cli/catalogue.ts'
import { pageFor } from '../src/cli/page.ts'
import { parseArguments } from '../src/cli/parse-arguments.ts'
import { CHECK_RECORDS } from '../src/core/decisions/check-table.ts'
import { findHarness } from '../src/harness/registry.ts'

const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'AGENTS.md', 'CHANGELOG.md', 'examples/hdr/README.md'],
  ...filesBelow('docs').filter((path) => path.endsWith('.md')),
].sort()

const FOLDERS = ['src', 'test', 'scripts', 'examples', 'bench', 'docs', 'dist/hook']
const FILES = [
  ...readdirSync('.'),
  ...readdirSync('dist').map((name) => `dist/${name}`),
  ...FOLDERS.flatMap(filesBelow),
]

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)
}

const page = pageFor({ isTerminal: false, columns: 80, environment: {} })

/** The texts of a page that are code: lines of blocks, with lines that go on joined, and what stands in backticks. */
function codeOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, body = '']) => body.replace(/\\\n\s*/g, ' '))
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  const inline = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '))
  return [...blocks.flatMap((block) => block.split('\n')), ...inline]
}

/** Every command line of ours in a text: what follows `bylaw`, up to a comment or another command. */
function commandLinesOf(text: string): readonly string[] {
  return codeOf(text).flatMap((line) => {
    const found = /^(?:\$ |printf .*\| XDG_STATE_HOME=\S+ )?bylaw ((?:'[^']*'|[^'#;|])+)/.exec(line.trim())
    return found?.[1] ? [found[1].trim()] : []
  })
}

/** Words as a shell takes them apart; the brackets of optional ones are dropped. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(
    ([, quoted, plain = '']) => quoted ?? plain.replace(/[[\]]/g, ''),
  )
}

async function mistakeIn(line: string): Promise<string | null> {
  const words = wordsOf(line)
  if (words[0] === 'hook')
    return words.length === 2 && (words[1] === '<harness>' || findHarness(words[1] ?? '')) ? null : line
  if (words[0] === 'valdate') return null // shown because it is a typing mistake
  try {
    await parseArguments(groupAlone(words) ? [...words, '--help'] : words, GROUPS, page)
    return null
  } catch (error) {
    return `${line}: ${(error as Error).message}`
  }
}

/** A command named in passing, such as `bylaw decisions`, or without what it requires. */
function groupAlone(words: readonly string[]): boolean {
  return words.length <= 2
}

describe.each(PAGES)('%s', (path) => {
  const text = readFileSync(path, 'utf8')

  it('shows no command that does not exist', async () => {
    const mistakes = await Promise.all(commandLinesOf(text).map(mistakeIn))
    expect(mistakes.filter((mistake) => mistake !== null)).toEqual([])
  })

  it('links to no file that does not exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(normalize(join(dirname(path), link))))).toEqual([])
  })

  it('names no file of the project that does not exist', () => {
    const names = codeOf(text).filter((code) => /^[\w./-]+\.(?:ts|mjs|cjs|md)$/.test(code) && !code.startsWith('../'))
    expect(names.filter((name) => !FILES.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([])
  })
})

describe('the reader of pages', () => {
  it('finds command lines and takes a wrong one for wrong', async () => {
    const found = commandLinesOf('```sh\n$ bylaw validate --bsae x  # no\n```\n`bylaw decisions show ID`, `bylaw-x`')
    expect(found).toEqual(['validate --bsae x', 'decisions show ID'])
    expect(await mistakeIn(found[0] ?? '')).toContain('--bsae')
    expect(await mistakeIn('hook cursor')).not.toBeNull()
    expect(await mistakeIn('decisions add --title a --rationale b --deny-command c')).toBeNull()
  })
})

it.each([
  ['ARCHITECTURE.md', 200],
  ['AGENTS.md', 120],
])('%s stays within %d lines', (path, linesMax) => {
  expect(readFileSync(path, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(linesMax)
})

it('the table of checks lists exactly the kinds, with their parameters and moments', () => {
  const text = readFileSync('docs/concepts/decision-log.md', 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)` *\| (.*?) *\| (.*?) *\|/gm)].map(
    ([, kind, parameters = '', moments]) => ({
      kind,
      parameters: [...parameters.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      moments,
    }),
  )
  const kinds = CHECK_RECORDS.map(({ kind, parameters, moments }) => ({
    kind,
    parameters: Object.keys(parameters),
    moments: moments.join(', '),
  }))
  expect(rows).toEqual(kinds)
})

it('the quick start is the two command lines, alone', () => {
  const block = /## Quick start[\s\S]*?```sh\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1]
  expect(block).toBe('npm ci && npm run demo\nnpm ci && npm test\n')
})

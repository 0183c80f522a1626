import picocolors from 'picocolors'

/** What a renderer may know about the place its text goes to. */
export type Page = {
  /** Columns to fit into. */
  readonly width: number
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
  readonly symbols: Symbols
}

type Symbols = {
  readonly yes: string
  readonly no: string
  readonly warn: string
  readonly bullet: string
  readonly arrow: string
}

const UNICODE: Symbols = { yes: '✔', no: '✘', warn: '▲', bullet: '•', arrow: '→' }
const ASCII: Symbols = { yes: '+', no: 'x', warn: '!', bullet: '-', arrow: '->' }

export type Terminal = {
  readonly isTerminal: boolean
  /** Columns of the terminal, or null where there is none. */
  readonly columns: number | null
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Colours follow NO_COLOR, then FORCE_COLOR, then the terminal; symbols need a UTF-8 locale. */
export function pageFor(terminal: Terminal): Page {
  const colours = picocolors.createColors(wantsColours(terminal))
  const { bold, dim, red, green, yellow, cyan } = colours
  const width = Math.max(40, Math.min(terminal.columns ?? 80, 80))
  return { width, bold, dim, red, green, yellow, cyan, symbols: speaksUnicode(terminal) ? UNICODE : ASCII }
}

function wantsColours({ isTerminal, environment }: Terminal): boolean {
  if (environment['NO_COLOR']) return false
  if (environment['FORCE_COLOR'] && environment['FORCE_COLOR'] !== '0') return true
  return isTerminal && environment['TERM'] !== 'dumb' && environment['FORCE_COLOR'] !== '0'
}

function speaksUnicode({ environment }: Terminal): boolean {
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || ''
  return /utf-?8/i.test(locale) && environment['TERM'] !== 'linux'
}

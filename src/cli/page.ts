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

type Colours = Pick<Page, 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'>

const same = (text: string) => text
const NO_COLOURS: Colours = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

/** Colours follow NO_COLOR, then FORCE_COLOR, then the terminal. The library is loaded only where they are wanted. */
export async function coloursFor(terminal: Terminal): Promise<Colours> {
  return wantsColours(terminal) ? (await import('picocolors')).default.createColors(true) : NO_COLOURS
}

/** Symbols need a UTF-8 locale. */
export function pageFor(terminal: Terminal, colours: Colours = NO_COLOURS): Page {
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

import type { Mutant } from './mutant.ts'
import { scanPython } from './python-scanner.ts'
import { scriptChanges } from './script-changes.ts'
import type { SourceToken } from './source-token.ts'
import { TextPlaces } from './text-place.ts'

export type Generation =
  | { readonly kind: 'generated'; readonly mutants: readonly Mutant[] }
  | { readonly kind: 'refused'; readonly reason: string }

type Changes = { readonly kind: 'tokens'; readonly tokens: readonly SourceToken[]; readonly swaps: Swaps }
type Swaps = Readonly<Record<string, string>>

const PYTHON_SWAPS: Swaps = {
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  and: 'or',
  or: 'and',
  True: 'False',
  False: 'True',
}

const SCRIPT_SWAPS: Swaps = {
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  true: 'false',
  false: 'true',
}

/** The languages that mutants are made for, by the ending of the file. */
const LANGUAGES: readonly { readonly endings: RegExp; readonly read: (text: string, file: string) => Reading }[] = [
  { endings: /[.]py$/, read: (text) => withSwaps(scanPython(text), PYTHON_SWAPS) },
  { endings: /[.](?:[cm]?[jt]s|[jt]sx)$/, read: (text, file) => withSwaps(scriptChanges(text, file), SCRIPT_SWAPS) },
]

type Reading = Changes | { readonly kind: 'refused'; readonly reason: string }

function withSwaps(reading: ReturnType<typeof scanPython>, swaps: Swaps): Reading {
  return reading.kind === 'tokens' ? { ...reading, swaps } : reading
}

/**
 * A mutant for every token that has a counterpart, in the order of the text; strings, comments, regexes and the text of
 * markup are never touched. Ids are `file:line:column:find->replace` (protocol-a 6b; TypeScript and JavaScript are ours).
 */
export function generateMutants(text: string, file: string): Generation {
  const language = LANGUAGES.find(({ endings }) => endings.test(file))
  if (language === undefined)
    return refused('mutants are made for .py, .js, .mjs, .cjs, .jsx, .ts, .mts, .cts and .tsx')
  const reading = language.read(text, file)
  if (reading.kind === 'refused') return reading
  const places = new TextPlaces(text)
  const mutants = reading.tokens.flatMap((token): Mutant[] => {
    const { text: find, start } = token
    const replace = Object.hasOwn(reading.swaps, find) ? reading.swaps[find] : undefined
    if (replace === undefined || (token.kind !== 'name' && token.kind !== 'operator')) return []
    const { line, column } = places.placeOf(start)
    const id = `${file}:${line}:${column}:${find}->${replace}`
    return [{ id, file, find, replace, place: { kind: 'position', line, column } }]
  })
  return { kind: 'generated', mutants }
}

function refused(reason: string): Generation {
  return { kind: 'refused', reason }
}

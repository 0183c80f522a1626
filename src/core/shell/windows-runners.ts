import type { Run } from './inner-run.ts'
import { joinFields, textPart } from './read-wrapper.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'

/** `cmd /c TEXT` and `/k`; also `//c`, as the shells on Windows write it. */
export function readCmd(call: Call): Run | undefined {
  const at = call.fields.findIndex(({ text }, index) => index > 0 && /^\/{1,2}[ckr]/i.test(text))
  const option = call.fields[at]
  if (at < 0 || option === undefined) return undefined
  const glued = option.text.replace(/^\/+./, '')
  const words = [...(glued === '' ? [] : [{ ...option, text: glued }]), ...call.fields.slice(at + 1)]
  return words.length === 0 ? undefined : { self: true, parts: [textPart(fromCmd(joinFields(words)))] }
}

/** Near enough to a text for bash: paths with `/`, no `^` escapes, and nothing that only bash would expand. */
function fromCmd(field: Field): Field {
  const text = field.text
    .replaceAll('\\', '/')
    .replace(/\^(?=.)/gs, '')
    .replace(/['`$;#]/g, '\\$&')
  return { ...field, text }
}

/** Options of PowerShell that take a word; names may be cut short and are read without case. */
const VALUES = [
  'executionpolicy',
  'ep',
  'workingdirectory',
  'wd',
  'windowstyle',
  'version',
  'inputformat',
  'outputformat',
  'configurationname',
  'settingsfile',
  'custompipename',
  'psconsolefile',
]
/** Options with which the words are no text. */
const OTHER = ['file', 'encodedcommand', 'ec', 'help', '?']

/** `pwsh -Command WORDS`, the words of Windows PowerShell without an option, or what it reads. */
export function readPowerShell(call: Call): Run | undefined {
  const words = call.fields.slice(1)
  for (let at = 0; at < words.length; at += 1) {
    const option = words[at]?.text.toLowerCase() ?? ''
    const name = option.replace(/^(?:--?|\/)/, '')
    if (name === option || option === '-') return textOf(call, words.slice(at))
    if (startsOne(['command', 'commandwithargs', 'cwa'], name)) return textOf(call, words.slice(at + 1))
    if (startsOne(OTHER, name)) return undefined
    if (startsOne(VALUES, name)) at += 1
  }
  return textOf(call, [])
}

function startsOne(names: readonly string[], name: string): boolean {
  return names.some((full) => full.startsWith(name))
}

function textOf(call: Call, words: readonly Field[]): Run | undefined {
  const [first] = words
  if (first !== undefined && first.text !== '-')
    return { self: true, parts: [textPart(fromPowerShell(joinFields(words)))] }
  const [name] = call.fields
  if (call.stdin === null || name === undefined) return undefined
  return { self: true, parts: [textPart(fromPowerShell({ ...name, text: call.stdin }))] }
}

/** Near enough to a text for bash: paths with `/`, the escape `\``, script blocks and expressions in round brackets. */
function fromPowerShell(field: Field): Field {
  return {
    ...field,
    text: field.text
      .replaceAll('\\', '/')
      .replaceAll('`', '\\')
      .replace(/(^|[;\n{(])\s*\$(?:env:)?\w+\s*=(?!=)/gi, '$1')
      .replace(/^\s*&\s+/, ''),
  }
}

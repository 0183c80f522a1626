import type { Word } from '../../shell/simple-command.ts'
import type { PolicyContext, PolicyRule, RuleHit, Span } from '../rule.ts'
import { isComment } from '../strip-text.ts'

/** Bidirectional controls: they show a text in another order than it is read. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** Not seen, or seen as something else: controls, zero-width characters, blanks and dashes outside of ASCII. */
const DECEPTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u115f\u1160\u1680\u2000-\u200f\u2010-\u2015\u2028-\u202f\u205f-\u206f\u2212\u3000\u3164\ufe58\ufe63\ufeff\uff0d\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/

function findDeceptive(context: PolicyContext): RuleHit | null {
  const { text, commands } = context
  if (!DECEPTIVE.test(text)) return null
  const bidi = BIDI.exec(text)
  if (bidi !== null) return { span: [bidi.index, bidi.index + 1] }
  for (const { command } of commands) {
    const word = command.words.find((one, at) => isDeceptive(one, at, text))
    if (word !== undefined) return { span: word.span }
  }
  return null
}

/** The command word whole; of an option, written with any dash, what stands before quotes and a value. */
function isDeceptive(word: Word, at: number, text: string): boolean {
  if (at === 0) return DECEPTIVE.test(word.text)
  if (DECEPTIVE.test(word.text.charAt(0)) && !/["']/.test(text.slice(...word.span))) return true
  if (!/^[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/.test(word.text)) return false
  const written = text.slice(...word.span)
  const plain = written.endsWith(word.text) || !/["']/.test(written) ? word.text : (/^[^"']*/.exec(written)?.[0] ?? '')
  return DECEPTIVE.test(/^[^=]*/.exec(plain)?.[0] ?? '')
}

function findUnreadable({ text, commands, faults }: PolicyContext): RuleHit | null {
  if (faults.length > 0) return { span: faultSpan(faults[0] ?? '', text) }
  return commands.length === 0 && !isComment(text) && !definesOnly(text) ? { span: [0, text.length] } : null
}

function faultSpan(fault: string, text: string): Span {
  const at = Number(/\(at offset (\d+)\)$/.exec(fault)?.[1] ?? 0)
  return at < text.length ? [at, Math.min(text.length, at + 40)] : [Math.max(0, text.length - 40), text.length]
}

/** Functions that nothing calls, and conditions and arithmetic, run no command. */
function definesOnly(text: string): boolean {
  return /\(\s*\)\s*[{(]|^\s*function\s|\[\[|\(\(/.test(text)
}

function findDynamic({ commands }: PolicyContext): RuleHit | null {
  const found = commands.find(
    ({ name, command }) => name === '' && command.words[0]?.dynamic && !command.words[0].download,
  )
  const word = found?.command.words[0]
  return word === undefined ? null : { span: word.span }
}

export const TEXT_RULES: readonly PolicyRule[] = [
  {
    id: 'deceptive-text',
    level: 'MANUAL',
    area: 'text',
    reason: 'it holds characters that show another command than the one that runs',
    findText: findDeceptive,
    hits: [
      'rm\u200b -rf x',
      'rm\u00a0-rf x',
      'rm \u2212rf x',
      '\ufeffrm -rf x',
      'echo "\u202e x"',
      'ls -\u200bla',
      'rm\r-rf x',
    ],
    misses: [
      "git commit -m '👩\u200d💻 tidy'",
      'echo "caf\u00e9 \u2013 na\u00efve"',
      'grep -n "\u00a0" f',
      'git commit --message="a \u2014 b"',
      '\u00e9git push',
    ],
  },
  {
    id: 'unreadable',
    level: 'MANUAL',
    area: 'text',
    reason: 'the command cannot be read as a shell would read it',
    findText: findUnreadable,
    hits: ['echo "unclosed', 'if true; then rm x', 'echo $(', 'a &&'],
    misses: ['ls', '# only a comment', 'f() { ls; }', '[[ -f x ]]'],
  },
  {
    id: 'dynamic-command',
    level: 'MANUAL',
    area: 'text',
    reason: 'the text does not say which program runs',
    findText: findDynamic,
    hits: ['$CMD x', '"$(cat cmd)" x', 'sudo $X', 'eval "$(ssh-agent -s)"', '/bin/r? x', 'xargs $TOOL'],
    misses: [
      'PY=python3; $PY -m pytest',
      '"$HOME/bin/tool" x',
      `\${EDITOR:-vi} notes`,
      'echo $CMD',
      '$(curl -s https://example.com)',
    ],
  },
]

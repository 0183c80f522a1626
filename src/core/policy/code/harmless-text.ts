import { readPlainCommand } from '../../shell/plain-command.ts'
import { isQuietCommand } from '../quiet-commands.ts'

const READS =
  /^(?:git (?:ls-files|describe|remote|remote -v|branch|branch (?:--show-current|-a|-r|--list)|tag|tag (?:-l|--list)|config --get [\w.-]+|rev-list|cat-file|merge-base|for-each-ref|ls-tree|shortlog|name-rev|worktree list|stash list)|(?:node|npm|pnpm|yarn|bun|deno|python3?|ruby|perl|php|java|go|cargo|rustc|docker|git|tsc|make|cmake) (?:--version|-v|-V|version))$/

/** A text for a shell that is a plain call of a program which changes nothing. */
export function isHarmlessText(text: string): boolean {
  const stripped = text.trim()
  if (stripped === '' || stripped.length > 300) return false
  return READS.test(stripped) || readPlainCommand(stripped)?.commands.every(isQuietCommand) === true
}

/** The quoted text that stands at a place of the code, whole and without anything put into it; null for anything else. */
export function literalAt(code: string, at: number): string | null {
  const match = /^\s{0,20}\(?\s{0,20}(['"`])([^'"`\\\n$]{0,300})\1\s{0,20}[,)]/.exec(code.slice(at, at + 400))
  return match?.[2] ?? null
}

/** Without strings that hold nothing but bars and blanks, as tables have them; a slash may begin a pattern that holds a quote. */
function withoutBars(code: string): string {
  if (code.includes('/') || !code.includes('|')) return code
  return code.replace(/"(?:[^"\\\n]|\\.)*"/g, (string) => (/^"[| \t]*"$/.test(string) ? '""' : string))
}

const READ_TEXT = /"([^"\\\n]{1,300})"[ \t]{0,8}\|&?[ \t]{0,8}getline\b/g
const READ_VARIABLE = /(?<!\w)([A-Za-z_]\w{0,60})[ \t]{0,8}\|&?[ \t]{0,8}getline\b/g

/** The code of awk without the plain commands that it reads: `"date" | getline`, or by a variable. */
export function withoutPlainReads(code: string): string {
  const searched = withoutBars(code)
  if (!searched.includes('getline')) return searched
  const direct = searched.replace(READ_TEXT, (whole, text: string) => (isHarmlessText(text) ? '' : whole))
  const named = [...direct.matchAll(READ_VARIABLE)].slice(0, 8)
  return named.reduce(
    (text, [whole, name = '']) => (isPlainVariable(text, name) ? text.replace(whole, '') : text),
    direct,
  )
}

/** What else may give a variable of awk a value: a substitution, a split, a parameter, a loop. */
const SETS_OTHERWISE = /\bg?sub\s*\(|\bsplit\s*\(|\bfunc(?:tion)?\b|\bfor[ \t]{0,8}\(/

/** Every value that it is given is a plain command, whole. */
function isPlainVariable(code: string, name: string): boolean {
  const isReadInto = new RegExp(`\\bgetline[ \\t]{1,8}${name}\\b`)
  if (SETS_OTHERWISE.test(code) || isReadInto.test(code)) return false
  const set = [...code.matchAll(new RegExp(`(?<!\\w)${name}[ \\t]{0,8}[-+*/%^]?=(?!=)`, 'g'))]
  return (
    set.length > 0 &&
    set.every(({ index, 0: head }) => {
      const from = index + head.length
      const value = /^[ \t]{0,8}"([^"\\\n]{1,300})"[ \t]{0,8}(?:[;}\n]|$)/.exec(code.slice(from, from + 400))
      return value !== null && isHarmlessText(value[1] ?? '')
    })
  )
}

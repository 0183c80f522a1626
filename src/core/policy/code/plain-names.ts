import type { Language } from './languages.ts'

/** How many names are written out; it bounds the time for a text of thousands of imports. */
const NAMES_MAX = 16

/** The code with the names that it gave to modules and their calls written out again. */
export function plainNames(language: Language, code: string): string {
  if (language === 'python') return withoutTemporaries(withImports(code))
  return language === 'javascript' ? withModules(code) : code
}

/** `import os as o; o.system(…)`, `from os import system as s; s(…)`. */
function withImports(code: string): string {
  const renamed = [...code.matchAll(/\bimport\b([^\n;]{0,200})/g)]
    .slice(0, NAMES_MAX)
    .flatMap(([, list = '']) => [
      ...list.matchAll(/(?<![\w.])([A-Za-z_][\w.]{0,80})\s{1,8}as\s{1,8}([A-Za-z_]\w{0,80})/g),
    ])
  return renamed.slice(0, NAMES_MAX).reduce((text, [, full = '', short = '']) => {
    return text.replace(new RegExp(`(?<![\\w.])${short}(?=\\s{0,8}[.(])`, 'g'), full)
  }, code)
}

/** A folder that `mkdtemp` made is the code's own to delete. */
function withoutTemporaries(code: string): string {
  const made = [...code.matchAll(/(?<![\w.])([A-Za-z_]\w{0,80})\s{0,8}=\s{0,8}(?:tempfile\.)?mkdtemp\s{0,8}\(/g)]
  return made.slice(0, NAMES_MAX).reduce((text, [, name = '']) => {
    const uses = `(?<![\\w.])${name}\\s{0,8}(?:[-+/|,:][^\\n=]{0,40})?=(?!=)|\\b(?:for|as)\\s{1,8}${name}\\b`
    if ([...text.matchAll(new RegExp(uses, 'g'))].length !== 1) return text
    const ignored = '(?:,\\s{0,8}(?:ignore_errors\\s{0,8}=\\s{0,8})?True\\s{0,8})?'
    return text.replace(
      new RegExp(`(?:\\bshutil\\.)?\\brmtree\\s{0,8}\\(\\s{0,8}${name}\\s{0,8}${ignored}\\)`, 'g'),
      '',
    )
  }, code)
}

const REQUIRED =
  /(?<![\w$.])([A-Za-z_$][\w$]{0,60})\s{0,8}=\s{0,8}(?:await\s{1,8})?(?:require|import)\s{0,8}\(\s{0,8}['"`](?:node:)?child_process\b/g
const IMPORTED =
  /\bimport\s{1,8}(?:\*\s{0,8}as\s{1,8})?([A-Za-z_$][\w$]{0,60})\s{1,8}from\s{0,8}['"`](?:node:)?child_process\b/g

/** `q = require('child_process'); q['exec'](…)`. */
function withModules(code: string): string {
  const dotted = code
    .replace(/(?<=[\w$)\].])\[\s{0,8}(['"`])([A-Za-z_$][\w$]{0,60})\1\s{0,8}\]/g, '.$2')
    .replaceAll('?..', '.')
  const given = [...dotted.matchAll(REQUIRED), ...dotted.matchAll(IMPORTED)]
  return given.slice(0, NAMES_MAX).reduce((text, [, name = '']) => {
    const pattern = new RegExp(`(?<![\\w$.])${name.replace(/\$/g, '\\$&')}(?=\\s{0,8}\\.)`, 'g')
    return text.replace(pattern, 'child_process')
  }, dotted)
}

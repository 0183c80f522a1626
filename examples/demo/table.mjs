// A table of wrapped cells that fits the page: box lines where the locale speaks UTF-8, plain ASCII elsewhere.

/** What the output may use: width, colours, symbols. Colours follow NO_COLOR, then FORCE_COLOR, then the terminal. */
export function pageFor({ isTTY = false, columns }, environment) {
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || ''
  const isUnicode = /utf-?8/i.test(locale) && environment.TERM !== 'linux'
  return {
    width: Math.max(60, Math.min(columns ?? 80, 80)),
    paint: wantsColours(isTTY, environment) ? (code, text) => `\u001b[${code}m${text}\u001b[0m` : (_code, text) => text,
    lines: isUnicode ? { bar: '│', rule: '─', cross: '┼' } : { bar: '|', rule: '-', cross: '+' },
    symbols: isUnicode ? { yes: '✔', no: '✘' } : { yes: '+', no: 'x' },
  }
}

function wantsColours(isTTY, { NO_COLOR, FORCE_COLOR, TERM }) {
  if (NO_COLOR) return false
  if (FORCE_COLOR && FORCE_COLOR !== '0') return true
  return isTTY && TERM !== 'dumb' && FORCE_COLOR !== '0'
}

/**
 * `columns` are `{title, width, colour?}`; the one without a width takes what is left. `rows` are lists of texts;
 * `colour` gives a colour code for a row, or null.
 */
export function renderTable(columns, rows, page) {
  const gaps = (columns.length - 1) * 3
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  const widths = columns.map(({ width }) => width ?? page.width - fixed - gaps)
  const line = (cells, colourOf) => layOut(cells, widths, page, colourOf)
  const rule = widths
    .map((width) => page.lines.rule.repeat(width))
    .join(`${page.lines.rule}${page.lines.cross}${page.lines.rule}`)
  const head = line(
    columns.map(({ title }) => title),
    () => 1,
  )
  return [head, rule, ...rows.map((row) => line(row, (at) => columns[at].colour?.(row) ?? null))].join('\n')
}

function layOut(cells, widths, page, colourOf) {
  const wrapped = cells.map((cell, at) => wrap(cell, widths[at]))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  const rows = Array.from({ length: height }, (_, index) =>
    wrapped.map((lines, at) => {
      const text = (lines[index] ?? '').padEnd(widths[at])
      const colour = colourOf(at)
      return colour === null ? text : page.paint(colour, text)
    }),
  )
  return rows.map((row) => row.join(` ${page.lines.bar} `).trimEnd()).join('\n')
}

/** Breaks at blanks; a word longer than the column is cut into pieces, behind a slash where there is one. */
export function wrap(text, width) {
  const lines = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((part) => pieces(part, width))) {
    const joined = line === '' ? word : `${line} ${word}`
    if (joined.length <= width) line = joined
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

function pieces(word, width) {
  const parts = []
  let rest = word
  while (rest.length > width) {
    const slash = rest.lastIndexOf('/', width - 1)
    const cut = slash > 0 ? slash + 1 : width
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...parts, rest]
}

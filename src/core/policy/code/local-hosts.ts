/** The hosts that a code names in its URLs and in quotes. Linear. */
function namedHosts(code: string): readonly string[] {
  const urls = [...code.matchAll(/\b(?:https?|wss?|ftps?|tcp|redis):\/\/([^\s'"`\\/)<>?#,]{0,255})/gi)].map(
    ([, host]) => host ?? '',
  )
  const quoted = [...code.matchAll(/['"`]([\w.:-]{3,255})['"`]/g)].map(([, text]) => text ?? '').filter(isHostLike)
  return [...urls, ...quoted]
}

const FILE_ENDINGS = new Set(
  `json js mjs cjs ts mts tsx jsx py rb pl php lua txt md html htm csv tsv yml yaml toml lock log sh css xml sql db png
  jpg svg pdf zip gz env ini cfg conf out tmp request get post read parse`.split(/\s+/),
)

/** Dotted names that are no file names, and the names of this machine. */
function isHostLike(text: string): boolean {
  if (isLocalHost(text)) return true
  const name = text.replace(/:\d+$/, '').toLowerCase()
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)) return true
  const ending = name.slice(name.lastIndexOf('.') + 1)
  return name.includes('.') && /^[a-z]{2,24}$/.test(ending) && !FILE_ENDINGS.has(ending)
}

function isLocalHost(text: string): boolean {
  const host = text
    .slice(text.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase()
  return /^(?:localhost|(?:[a-z0-9-]{1,63}\.){1,8}localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1|:|0\.0\.0\.0)$/.test(host)
}

/** The code names hosts, and each of them is this machine. */
export function namesOnlyLocalHosts(code: string): boolean {
  const hosts = namedHosts(code)
  return hosts.length > 0 && hosts.every(isLocalHost)
}

export type AllowedSigner = {
  /** As written; compared folded. */
  readonly principals: readonly string[]
  /** The value of `namespaces="…"`; null where the line allows all. */
  readonly namespaces: string | null
  readonly keyType: string
  /** In Base64. */
  readonly key: string
}

export type SignersFile = {
  readonly signers: readonly AllowedSigner[]
  readonly leftOut: readonly { readonly line: number; readonly why: string }[]
}

const KEY_TYPES = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
]
const OPTION = /^([A-Za-z-]+)(?:="([^"\\]*)")?(?:,|$)/

/**
 * Reads a file of allowed signers (ssh-keygen(1)) more strictly than ssh-keygen (records.md 14.3). A line is left out
 * with its reason where it limits times (a signer sets the clock), makes an authority, names principals by a pattern,
 * holds an unknown option or no usable key.
 */
export function parseSignersFile(text: string): SignersFile {
  const signers: AllowedSigner[] = []
  const leftOut: { line: number; why: string }[] = []
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const read = readLine(line)
    if (typeof read === 'string') leftOut.push({ line: at + 1, why: read })
    else signers.push(read)
  }
  return { signers, leftOut }
}

/** The signer of a line, or why it is left out. */
function readLine(line: string): AllowedSigner | string {
  const fields = splitFields(line)
  if (fields === null) return 'no principal, key type and key in it'
  const principals = fields.principals.replaceAll('"', '').split(',')
  if (principals.some((name) => name.trim() === '')) return 'a principal without a name'
  if (principals.some((name) => /[*?!]/.test(name))) return 'a pattern in a principal'
  const options = readOptions(fields.options)
  if (typeof options === 'string') return options
  if (!isKey(fields.keyType, fields.key)) return `no usable ${fields.keyType} key`
  return { principals, namespaces: options.namespaces, keyType: fields.keyType, key: canonical(fields.key) }
}

/** Fields end at blanks outside of quotes; options stand between the principals and the key type, or nowhere. */
function splitFields(line: string): { principals: string; options: string; keyType: string; key: string } | null {
  if ((line.split('"').length - 1) % 2 === 1) return null
  const [principals = '', ...rest] = line.match(/(?:[^\s"]|"[^"]*")+/g) ?? []
  const options = KEY_TYPES.includes(rest[0] ?? '') ? '' : (rest.shift() ?? '')
  const [keyType, key] = rest
  return keyType === undefined || key === undefined ? null : { principals, options, keyType, key }
}

function readOptions(text: string): { namespaces: string | null } | string {
  let rest = text
  let namespaces: string | null = null
  while (rest !== '') {
    const [whole, name, value] = OPTION.exec(rest) ?? []
    if (whole === undefined) return 'options that cannot be read'
    if (name === 'valid-after' || name === 'valid-before') return `${name}: the signer says when something was signed`
    if (name === 'cert-authority') return 'cert-authority: certificates are not read'
    if (name !== 'namespaces' || value === undefined || namespaces !== null) return `the option ${name} is not known`
    namespaces = value
    rest = rest.slice(whole.length)
  }
  return { namespaces }
}

/** Whether the Base64 text holds a key of the type that the line claims. */
function isKey(keyType: string, key: string): boolean {
  if (!KEY_TYPES.includes(keyType) || !/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return false
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length < 4) return false
  const length = bytes.readUInt32BE(0)
  return bytes.length > 4 + length && bytes.toString('latin1', 4, 4 + length) === keyType
}

/** The one spelling of Base64, so that keys can be compared as texts. */
function canonical(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64')
}

import { sshKeyType } from './record-seal-sshsig.ts'

/** One usable line of a signers file: whose key it is, and for what. */
export type SignerLine = {
  readonly principals: readonly string[]
  /** Null: any namespace. */
  readonly namespaces: readonly string[] | null
  /** The public key as ssh writes it, in base64. */
  readonly key: string
}

export type SignersFile = {
  readonly lines: readonly SignerLine[]
  /** Lines that count for nothing, with the reason. */
  readonly leftOut: readonly { readonly line: number; readonly reason: string }[]
}

const KEY_TYPES = new Set([
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
])
/** A comma or the end follows each option. */
const OPTION = /^([a-z-]+)(?:="([^"]*)")?(?:,|$)/i

/**
 * Reads an OpenSSH `allowed_signers` file (records.md 14.3). A line is left out that has dates (they are the signer's
 * to choose), a certificate authority, an unknown option, a pattern for a principal or no usable key.
 */
export function parseSigners(text: string): SignersFile {
  const lines: SignerLine[] = []
  const leftOut: { line: number; reason: string }[] = []
  text.split(/\r?\n/).forEach((raw, index) => {
    const written = raw.trim()
    if (written === '' || written.startsWith('#')) return
    const read = readLine(written)
    if (typeof read === 'string') leftOut.push({ line: index + 1, reason: read })
    else lines.push(read)
  })
  return { lines, leftOut }
}

function readLine(line: string): SignerLine | string {
  const fields = line.match(/(?:"[^"]*"|[^\s"])+/g) ?? []
  const [names = '', ...rest] = fields
  const principals = names.replaceAll('"', '').split(',')
  if (/[*?!]/.test(names)) return 'a principal is a pattern'
  if (principals.includes('')) return 'a principal is empty'
  const hasOptions = !KEY_TYPES.has(rest[0] ?? '') && rest.length > 2
  const options = readOptions(hasOptions ? (rest[0] as string) : '')
  if (typeof options === 'string') return options
  const [type = '', key = ''] = hasOptions ? rest.slice(1) : rest
  if (!KEY_TYPES.has(type) || sshKeyType(key) !== type) return 'no usable key'
  return { principals, namespaces: options.namespaces, key: Buffer.from(key, 'base64').toString('base64') }
}

function readOptions(text: string): { readonly namespaces: readonly string[] | null } | string {
  let namespaces: readonly string[] | null = null
  for (let rest = text; rest !== ''; ) {
    const found = OPTION.exec(rest)
    const name = found?.[1]?.toLowerCase()
    if (found === null || name !== 'namespaces' || found[2] === undefined) {
      return `the option ${name ?? rest.slice(0, 40)} is not taken`
    }
    namespaces = found[2].split(',')
    rest = rest.slice(found[0].length)
  }
  return { namespaces }
}

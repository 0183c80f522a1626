import { createHash } from 'node:crypto'

const VERSION = 'bylaw.remote/v1\n'
const PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ssh: '22', git: '9418', 'git+ssh': '22' }
const URL_FORM = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)*((?:\[[0-9a-f:.]+\])|[^/:@]+)(?::([0-9]*))?(?:\/([^?#]*))?/i
const SCP_FORM = /^(?:[^/@]*@)*((?:\[[0-9a-f:.]+\])|[^/:@[\]]{2,}):(?!:|\/\/)(.*)$/is

/**
 * What the https, ssh and scp forms of one repository have in common: `host/path`, with a port that is not the scheme's
 * own. Name and password are dropped. Null for a folder of this machine, which no other machine can name.
 */
export function remoteAddress(url: string): string | null {
  const [, schemeText, host = '', port = '', rest = ''] = URL_FORM.exec(url) ?? []
  if (schemeText !== undefined) {
    const own = PORTS[schemeText.toLowerCase()]
    return own === undefined ? null : join(port === '' || port === own ? host : `${host}:${port}`, decode(rest))
  }
  const [, scpHost, path = ''] = SCP_FORM.exec(url) ?? []
  return scpHost === undefined ? null : join(scpHost, path)
}

/** The identity of the repository behind a remote, or null: only this hash is ever stored. */
export function remoteIdentity(url: string): string | null {
  const address = remoteAddress(url)
  return address === null ? null : createHash('sha256').update(VERSION).update(address).digest('hex')
}

function join(host: string, rest: string): string | null {
  const parts = rest.split('/').filter((part) => part !== '')
  const path = parts.join('/').replace(/[.]git$/, '')
  return path === '' ? null : `${host.toLowerCase()}/${path}`
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // not percent-encoded after all: it counts as it stands
  }
}

import type { Redirect, SimpleCommand, Word } from '../../shell/simple-command.ts'
import { type ExactSpec, exactValues, hasExact, readExactOptions } from '../exact-options.ts'
import { isLoopback, readHost, readHostName } from './read-host.ts'
import { type Address, isUnknown, type TransferReader, unknownAddress, urlAddress, urlAddresses } from './transfer.ts'

const NETCAT: ExactSpec = {
  values: 'ceGgIiMmOoPpqsTVwXx',
  long: [
    ...'allow allowfile deny denyfile exec hex-dump idle-timeout lua-exec max-conns output proxy proxy-auth'.split(' '),
    ...'proxy-type sh-exec source source-port ssl-cert ssl-key wait delay'.split(' '),
  ],
}

export const readNetcat: TransferReader = ({ args, command }) => {
  const { options, operands } = readExactOptions(args, NETCAT)
  if (hasExact(options, '-U', '--unixsock')) return []
  const proxies = urlAddresses(exactValues(options, '-x', '--proxy'))
  if (hasExact(options, '-l', '--listen')) return listening(command, operands, exactValues(options, '-s', '--source'))
  const [host] = operands
  return host === undefined ? [] : [{ word: host, host: readHostName(host.text) }, ...proxies]
}

/** Whoever connects gets what it is fed, or talks to the program behind it. Bound to this machine it is harmless. */
function listening(command: SimpleCommand, operands: readonly Word[], bound: readonly Word[]): readonly Address[] {
  const place = bound[0] ?? operands.find(({ text }) => !/^\d+$/.test(text))
  const name = command.words[0]
  if (place !== undefined) return [{ word: place, host: isLoopback(readHostName(place.text)) ? 'localhost' : null }]
  return name === undefined ? [] : [unknownAddress(name)]
}

const SOCAT_CONNECTS =
  /^(?:tcp|tcp4|tcp6|udp|udp4|udp6|udplite|sctp|sctp4|sctp6|dccp|ip|ip4|ip6|openssl|ssl)(?:-(?:connect|sendto|datagram|dtls-client))?:(\[[^\]]*\]|[^:,]*)/i
const SOCAT_PROXIES = /^(?:socks4a?|socks5(?:-connect)?|proxy(?:-connect)?):(\[[^\]]*\]|[^:,]*):(\[[^\]]*\]|[^:,]*)/i
const SOCAT_LISTENS = /^(?:tcp|udp|sctp|dccp|openssl|ssl|socks5)[46]?-(?:dtls-)?(?:l|listen|server|recv|recvfrom):/i

export const readSocat: TransferReader = ({ args }) =>
  readExactOptions(args, { values: 'LbTt' }).operands.flatMap((word): readonly Address[] => {
    if (isUnknown(word)) return [unknownAddress(word)]
    if (SOCAT_LISTENS.test(word.text)) return [{ word, host: boundHost(word.text) }]
    const match = SOCAT_CONNECTS.exec(word.text) ?? SOCAT_PROXIES.exec(word.text)
    return (match?.slice(1) ?? []).map((text) => ({ word, host: readHostName(text) }))
  })

function boundHost(text: string): string | null {
  const match = /,\s*(?:bind|range)=(\[[^\]]*\]|[^,:/]*)/i.exec(text)
  return match !== null && isLoopback(readHostName(match[1] ?? '')) ? 'localhost' : null
}

/** `websocat ws://host`; other words are addresses of its own. */
export const readWebSocket: TransferReader = ({ args }) =>
  readExactOptions(args, {}).operands.flatMap((word) =>
    isUnknown(word) || /^(?:wss?|tcp|udp):/i.test(word.text) ? [urlAddress(word)] : [],
  )

/** `telnet [options] host [port]`, `tftp host`, `ftp host`. */
export function hostReader(spec: ExactSpec): TransferReader {
  return ({ args }) => readExactOptions(args, spec).operands.slice(0, 1).map(urlAddress)
}

/** A script of lftp may open any host. */
export const readLftp: TransferReader = ({ args }) => {
  const { options, operands } = readExactOptions(args, { values: 'cefpu' })
  return [...exactValues(options, '-c', '-f').map(unknownAddress), ...operands.slice(0, 1).map(urlAddress)]
}

/** `smbclient //host/share`. */
export const readSmb: TransferReader = ({ args }) => {
  const { options, operands } = readExactOptions(args, { values: 'AcdDIiLlmnOpRsTUWtb' })
  const shares = operands.slice(0, 1).map((word) => ({ word, host: readHost(word.text.replace(/^[\\/]{2}/, '')) }))
  return [...shares, ...urlAddresses(exactValues(options, '-L', '-I'))]
}

export const readOpenssl: TransferReader = ({ args }) => {
  if (args[0]?.text !== 's_client') return []
  const { options, operands } = readExactOptions(args.slice(1), {
    singleDash: true,
    long: 'alpn bind ca cafile capath cert certform cipher ciphersuites host key keyform port proxy starttls'
      .split(' ')
      .concat('connect name pass servername sess_in sess_out verify verifycafile xmpphost'.split(' ')),
  })
  return urlAddresses([...exactValues(options, '-connect', '-host', '-proxy'), ...operands])
}

/** Mail goes out where somebody at another host is named, or where the text names the readers (`-t`). */
export const readMail: TransferReader = ({ args }) => {
  const { options, operands } = readExactOptions(args, { values: 'AFHQSabcefhmqrsu' })
  const copies = exactValues(options, '-b', '-c')
  const people = [...operands, ...copies].flatMap((word) => (isUnknown(word) || word.text.includes('@') ? word : []))
  return [
    ...people.map((word) => ({ word, host: readHostName(word.text.slice(word.text.lastIndexOf('@') + 1)) })),
    ...args.filter(({ text }) => text === '-t' || text === '-ti' || text === '-it').map(unknownAddress),
  ]
}

/** `/dev/tcp/HOST/PORT`, which bash opens as a connection. */
export function deviceAddresses(redirects: readonly Redirect[]): readonly Address[] {
  return redirects.flatMap(({ target }) => {
    const match = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(target?.text ?? '')
    return match === null || target === null ? [] : [{ word: target, host: readHostName(match[1] ?? '') }]
  })
}

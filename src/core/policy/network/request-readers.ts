import type { Option } from '../../shell/options.ts'
import type { Word } from '../../shell/simple-command.ts'
import { type ExactSpec, exactValues, hasExact, readExactOptions } from '../exact-options.ts'
import { readHost, readHostName } from './read-host.ts'
import { ARIA, CURL, CURL_PROXIES, HTTPIE, WEB_CMDLET, WGET } from './request-options.ts'
import { type Address, isUnknown, type TransferReader, unknownAddress, urlAddress, urlAddresses } from './transfer.ts'

/** The call only prints something about the program. An option further behind may be the value of another. */
function onlyPrints(args: readonly Word[], ...names: readonly string[]): boolean {
  return names.includes(args[0]?.text ?? '')
}

export const readCurl: TransferReader = ({ args }) => {
  if (onlyPrints(args, '-V', '--version', '-h', '--help', '-M', '--manual')) return []
  const { options, operands } = readExactOptions(args, CURL)
  // A socket of this machine is spoken to, whatever the URL says.
  const socket = hasExact(options, '--unix-socket', '--abstract-unix-socket')
  const urls = socket ? [] : [...operands, ...exactValues(options, '--url')]
  return [...urlAddresses(urls), ...curlDetours(options)]
}

/** What turns a request to another host than the one in its URL. */
function curlDetours(options: readonly Option<Word>[]): readonly Address[] {
  const expanded = options.flatMap(({ name, value }) =>
    name.startsWith('--expand-') && value !== null ? [unknownAddress(value)] : [],
  )
  return [
    ...urlAddresses(exactValues(options, ...CURL_PROXIES)),
    ...exactValues(options, '-K', '--config').map(unknownAddress),
    ...exactValues(options, '--connect-to').flatMap(connectAddress),
    ...exactValues(options, '--resolve').flatMap(resolveAddresses),
    ...expanded,
  ]
}

/** `HOST1:PORT1:HOST2:PORT2`; an empty second host changes nothing. */
function connectAddress(word: Word): readonly Address[] {
  const match = /^(?:\[[^\]]*\]|[^:]*):[^:]*:(\[[^\]]*\]|[^:]*)(?::|$)/.exec(word.text)
  if (match === null) return [unknownAddress(word)]
  return match[1] === '' ? [] : [{ word, host: readHostName(match[1] ?? '') }]
}

/** `[+]HOST:PORT:ADDRESS,ADDRESS`; without addresses an entry is removed. */
function resolveAddresses(word: Word): readonly Address[] {
  const match = /^(?:\[[^\]]*\]|[^:]*):[^:]*:(.+)$/s.exec(word.text)
  return match === null ? [] : (match[1] ?? '').split(',').map((text) => ({ word, host: readHostName(text) }))
}

export const readWget: TransferReader = ({ args }) => {
  if (onlyPrints(args, '-V', '--version', '-h', '--help')) return []
  const { options, operands } = readExactOptions(args, WGET)
  const lists = exactValues(options, '-i', '--input-file', '--config', '--input-metalink')
  const settings = exactValues(options, '-e', '--execute').filter(({ text }) => /proxy|^input/i.test(text))
  return [...urlAddresses(operands), ...[...lists, ...settings].map(unknownAddress)]
}

/** `http [METHOD] URL [ITEM…]`, also `xh`. */
export const readHttpie: TransferReader = ({ args }) => {
  if (onlyPrints(args, '--version', '--help', '--manual')) return []
  const { options, operands } = readExactOptions(args, HTTPIE)
  if (hasExact(options, '--offline', '--unix-socket')) return []
  const [first, second] = operands
  const url = second !== undefined && /^[a-z]+$/i.test(first?.text ?? '') ? second : first
  if (url === undefined) return []
  const proxies = exactValues(options, '--proxy').map((word) => ({
    word,
    host: readHost(word.text.replace(/^[a-z]+:(?=[a-z0-9]+:\/\/)/i, '')),
  }))
  return [httpieAddress(url), ...proxies]
}

/** `:3000/x` is a port of this machine, `://host` a pasted URL. */
function httpieAddress(word: Word): Address {
  if (/^:(?!\/\/)[\d*]*(?:[/?#]|$)/.test(word.text)) return { word, host: 'localhost' }
  return { word, host: readHost(word.text.replace(/^:\/\//, '')) }
}

export const readWebCmdlet: TransferReader = ({ args }) => {
  const { options, operands } = readExactOptions(args, WEB_CMDLET)
  if (hasExact(options, '-unixsocket', '-?')) return []
  const named = exactValues(options, '-uri', '-url')
  const urls = named.length > 0 ? named : operands.slice(0, 1)
  return urlAddresses([...urls, ...exactValues(options, '-proxy')])
}

export const readAria: TransferReader = ({ args }) => {
  if (onlyPrints(args, '-v', '--version', '-h', '--help')) return []
  const { options, operands } = readExactOptions(args, ARIA)
  const lists = exactValues(options, '-i', '--input-file', '--conf-path').map(unknownAddress)
  const proxies = exactValues(options, '--all-proxy', '--http-proxy', '--https-proxy', '--ftp-proxy')
  return [...urlAddresses([...operands, ...proxies]), ...lists]
}

/** Programs that take URLs among other words: a word counts where it has a scheme or nothing of it is known. */
export function schemeReader(spec: ExactSpec): TransferReader {
  return ({ args }) =>
    readExactOptions(args, spec)
      .operands.filter((word) => isUnknown(word) || /^[a-z*][a-z0-9+.*-]*:\/\//i.test(word.text))
      .map(urlAddress)
}

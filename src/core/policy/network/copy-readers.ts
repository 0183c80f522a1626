import type { Option } from '../../shell/options.ts'
import type { Word } from '../../shell/simple-command.ts'
import { type ExactSpec, exactValues, hasExact, readExactOptions } from '../exact-options.ts'
import type { PolicyContext } from '../rule.ts'
import { readHost, readHostName } from './read-host.ts'
import { type Address, isUnknown, type TransferReader, unknownAddress } from './transfer.ts'

/** `host:path`, `user@host:path` or a URL; null for a path of this machine. */
function placeAddress(word: Word, context: PolicyContext): Address | null {
  if (isUnknown(word)) return unknownAddress(word)
  if (/^(?:rsync|scp|sftp|ssh):\/\//i.test(word.text)) return { word, host: readHost(word.text) }
  const match = /^(?:([^@/:]*)@)?(\[[^\]/]*\]|[^/:]*):/.exec(word.text)
  if (match === null || isDrive(word, context)) return null
  return { word, host: match[1]?.includes('*') ? null : readHostName(match[2] ?? '') }
}

/** `C:\x` or `C:/x`, as it was written: bash takes the backslash away. */
function isDrive({ text, span }: Word, context: PolicyContext): boolean {
  const drive = /^["']?[A-Za-z]:[\\/]/
  return drive.test(text) || (/^[A-Za-z]:/.test(text) && drive.test(context.text.slice(...span)))
}

function placeAddresses(words: readonly Word[], context: PolicyContext): readonly Address[] {
  return words.flatMap((word) => placeAddress(word, context) ?? [])
}

/** Options of ssh that lead the connection elsewhere than the host's name says. */
function sshDetours(options: readonly Option<Word>[]): readonly Address[] {
  const settings = exactValues(options, '-o').filter(({ text }) => /^\s*(?:proxy|hostname)/i.test(text))
  return [...settings, ...exactValues(options, '-J', '-F', '-S')].map(unknownAddress)
}

/** A detour counts where there is a connection at all. */
function withDetours(addresses: readonly Address[], detours: readonly Address[]): readonly Address[] {
  return addresses.length === 0 ? [] : [...addresses, ...detours]
}

export const readScp: TransferReader = ({ args }, context) => {
  const { options, operands } = readExactOptions(args, { values: 'cDFiJloPSX' })
  return withDetours(placeAddresses(operands, context), sshDetours(options))
}

/** `sftp [user@]host[:path]`: the host needs no colon. */
export const readSftp: TransferReader = ({ args }, context) => {
  const { options, operands } = readExactOptions(args, { values: 'BbcDFiJloPRSsX' })
  const [place] = operands
  if (place === undefined) return []
  return withDetours([placeAddress(place, context) ?? hostAddress(place)], sshDetours(options))
}

function hostAddress(word: Word): Address {
  return { word, host: readHost(word.text) }
}

/** `ssh` itself runs a command elsewhere, which is judged; what it is fed or lets in through a tunnel is a transfer. */
export const readSsh: TransferReader = ({ args: given, name, command }) => {
  // Of `-M` only `autossh` takes a value.
  const port = name === 'autossh' ? given.findIndex(({ text }) => text === '-M') : -1
  const args = port < 0 ? given : [...given.slice(0, port), ...given.slice(port + 2)]
  const end = args.findIndex((word, at) => !word.text.startsWith('-') && !takesNext(args[at - 1]))
  const own = end < 0 ? args : args.slice(0, end)
  const { options } = readExactOptions(own, { values: SSH_VALUES })
  const host = args[end]
  const fed = command.piped || command.redirects.some(({ operator }) => operator === '<')
  const settings = exactValues(options, '-o')
  const lets = hasExact(options, '-R') || settings.some(({ text }) => /^\s*remoteforward\b/i.test(text))
  if (host === undefined || !(lets || (fed && !hasExact(options, '-n')))) return []
  return withDetours([hostAddress(host)], sshDetours(options))
}

const SSH_VALUES = 'BbcDEeFIiJLlmOoPpQRSWw'

function takesNext(word: Word | undefined): boolean {
  if (word === undefined || !/^-[A-Za-z0-9]+$/.test(word.text)) return false
  const letters = [...word.text.slice(1)]
  return letters.findIndex((letter) => SSH_VALUES.includes(letter)) === letters.length - 1
}

const RSYNC: ExactSpec = {
  values: 'BefMT@',
  long: (
    'address backup-dir block-size bwlimit cc checksum-choice checksum-seed chmod chown compare-dest compress-choice ' +
    'compress-level contimeout copy-as copy-dest debug early-input exclude exclude-from files-from filter groupmap ' +
    'iconv include include-from info link-dest log-file log-file-format max-alloc max-delete max-size min-size ' +
    'modify-window only-write-batch out-format outbuf partial-dir password-file port protocol read-batch ' +
    'remote-option rsh rsync-path skip-compress sockopts stderr stop-after stop-at suffix temp-dir timeout usermap ' +
    'write-batch zc zl'
  ).split(' '),
}

export const readRsync: TransferReader = ({ args }, context) => {
  const { options, operands } = readExactOptions(args, RSYNC)
  const shells = exactValues(options, '-e', '--rsh').filter(({ text }) => /proxy|hostname|-[JFW]/i.test(text))
  return withDetours(placeAddresses(operands, context), shells.map(unknownAddress))
}

const RCLONE_COPIES = 'copy copyto copyurl move moveto sync bisync rcat'.split(' ')

/** The names of rclone's remotes stand in its own settings: the host is never known. */
export const readRclone: TransferReader = ({ args }, context) => {
  const { operands } = readExactOptions(args, { long: RCLONE_VALUES })
  if (!RCLONE_COPIES.includes(operands[0]?.text ?? '')) return []
  return operands.slice(1).flatMap((word) => {
    const remote = isUnknown(word) || (/^:?[^/:]+:/.test(word.text) && !isDrive(word, context))
    return remote ? [unknownAddress(word)] : []
  })
}

const RCLONE_VALUES = (
  'backup-dir bwlimit bwlimit-file cache-dir checkers compare-dest config copy-dest exclude exclude-from files-from ' +
  'filter filter-from include include-from log-file log-level max-age max-delete max-depth max-size max-transfer ' +
  'min-age min-size order-by retries stats suffix timeout tpslimit transfers user-agent'
).split(' ')

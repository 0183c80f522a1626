import { readRclone, readRsync, readScp, readSftp, readSsh } from './copy-readers.ts'
import { readAria, readCurl, readHttpie, readWebCmdlet, readWget, schemeReader } from './request-readers.ts'
import {
  hostReader,
  readLftp,
  readMail,
  readNetcat,
  readOpenssl,
  readSmb,
  readSocat,
  readWebSocket,
} from './socket-readers.ts'
import type { TransferReader } from './transfer.ts'
import {
  CLOUD_PROGRAMS,
  readCloud,
  readGitMail,
  readGpg,
  readPodCopy,
  readSender,
  readTunnel,
} from './upload-readers.ts'

const ROWS: readonly (readonly [string, TransferReader])[] = [
  ['curl', readCurl],
  ['wget wget2', readWget],
  ['http https xh xhs', readHttpie],
  ['invoke-webrequest iwr invoke-restmethod irm', readWebCmdlet],
  ['start-bitstransfer', schemeReader({ singleDash: true })],
  ['aria2c', readAria],
  ['axel', schemeReader({ values: 'oNHUTsn' })],
  ['fetch', schemeReader({ values: 'BiNoSTw' })],
  ['lynx links elinks', schemeReader({ singleDash: true })],
  ['w3m', schemeReader({ values: 'TIOtlo' })],
  ['scp', readScp],
  ['sftp', readSftp],
  ['rsync', readRsync],
  ['rclone', readRclone],
  ['ssh autossh', readSsh],
  ['ssh-copy-id', hostReader({ values: 'iopFt' })],
  ['nc ncat netcat nc.traditional nc.openbsd', readNetcat],
  ['socat', readSocat],
  ['telnet', hostReader({ values: 'belnSX' })],
  ['ftp', hostReader({ values: 'NoPqrsTtuw' })],
  ['tftp', hostReader({ values: 'cmRr' })],
  ['lftp', readLftp],
  ['smbclient', readSmb],
  ['openssl', readOpenssl],
  ['mail mailx mutt neomutt sendmail msmtp s-nail', readMail],
  ['transfer pastebinit', readSender],
  ['git', readGitMail],
  ['websocat', readWebSocket],
  ['chisel bore', readTunnel],
  ['gpg gpg2', readGpg],
  ['kubectl oc', readPodCopy],
  [CLOUD_PROGRAMS.join(' '), readCloud],
]

/** From a program's name to the reader of the addresses it turns to. */
export const TRANSFER_READERS: ReadonlyMap<string, TransferReader> = new Map(
  ROWS.flatMap(([names, reader]) => names.split(' ').map((name) => [name, reader] as const)),
)

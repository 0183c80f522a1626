import type { Word } from '../../shell/simple-command.ts'
import { exactValues, hasExact, readExactOptions } from '../exact-options.ts'
import { readGitCall } from '../git/read-git-call.ts'
import type { PolicyCommand } from '../rule.ts'
import { type Address, isUnknown, type TransferReader, unknownAddress, urlAddresses } from './transfer.ts'

/** Where the last operand of a copy lies in the cloud: `s3://`, `gs://`, `https://`. */
type Upload = {
  /** The words of the verb, alternatives with `|`. */
  readonly verb: string
  /** The schemes that the last operand may have; without them every call counts. */
  readonly to?: RegExp
}

type Cloud = {
  readonly long: readonly string[]
  readonly values?: string
  readonly uploads: readonly Upload[]
  /** The option that names another server. */
  readonly server?: string
}

const AWS_VALUES =
  'acl ca-bundle cli-connect-timeout cli-read-timeout color content-type endpoint-url exclude include metadata output ' +
  'profile query region sse storage-class body bucket key'

const S3 = /^s3:\/\//i
const GS = /^gs:\/\//i
const WEB = /^https?:\/\//i

/** A flat table: programs that upload, one row each. */
const CLOUDS: Readonly<Record<string, Cloud>> = {
  aws: {
    long: AWS_VALUES.split(' '),
    server: '--endpoint-url',
    uploads: [
      { verb: 's3 cp|mv|sync', to: S3 },
      { verb: 's3api put-object|upload-part|copy-object' },
      { verb: 'glacier upload-archive' },
    ],
  },
  s3cmd: {
    long: ['config', 'host', 'region', 'exclude', 'include', 'access_key', 'secret_key'],
    values: 'cm',
    uploads: [{ verb: 'put' }, { verb: 'sync|cp|mv', to: S3 }],
  },
  s5cmd: {
    long: ['endpoint-url', 'profile', 'numworkers'],
    server: '--endpoint-url',
    uploads: [{ verb: 'cp|mv|sync|pipe', to: S3 }],
  },
  gsutil: { long: [], values: 'houi', uploads: [{ verb: 'cp|mv|rsync', to: GS }] },
  gcloud: {
    long: 'account billing-project configuration format impersonate-service-account project verbosity zone'.split(' '),
    uploads: [
      { verb: 'storage cp|mv|rsync', to: GS },
      { verb: 'compute scp', to: /^[^/:]+:/ },
    ],
  },
  az: {
    long: ['subscription', 'output', 'query'],
    values: 'o',
    uploads: [{ verb: 'storage blob|file|fs upload|upload-batch|sync|copy|directory' }],
  },
  azcopy: { long: [], uploads: [{ verb: 'copy|cp|c|sync|s', to: WEB }] },
  mc: { long: ['config-dir'], values: 'C', uploads: [{ verb: 'cp|mv|mirror|put|pipe' }] },
  mcli: { long: ['config-dir'], values: 'C', uploads: [{ verb: 'cp|mv|mirror|put|pipe' }] },
  b2: { long: [], uploads: [{ verb: 'upload-file|upload_file|sync' }, { verb: 'file upload' }] },
  croc: { long: ['code', 'relay', 'pass', 'out', 'ip', 'socks5'], uploads: [{ verb: 'send' }] },
  wormhole: { long: ['relay-url', 'transit-helper', 'appid'], uploads: [{ verb: 'send|tx' }, { verb: 'ssh invite' }] },
  dvc: { long: [], uploads: [{ verb: 'push' }] },
  ffsend: { long: ['host'], values: 'h', uploads: [{ verb: 'upload|up|u' }] },
  ngrok: { long: ['config', 'authtoken'], uploads: [{ verb: 'http|tcp|tls|start|tunnel' }] },
  cloudflared: {
    long: ['url', 'config', 'loglevel', 'logfile', 'hostname', 'name', 'origincert'],
    uploads: [{ verb: 'tunnel' }],
  },
  'sentry-cli': {
    long: ['url', 'auth-token', 'log-level', 'org', 'project'],
    values: 'op',
    uploads: [
      { verb: 'upload-dif|upload-proguard|upload-sourcemaps|upload-dsym|send-event|send-envelope' },
      { verb: 'sourcemaps|debug-files|files|react-native|dart-symbol-map|mobile-app|build upload' },
    ],
  },
  tailscale: { long: [], uploads: [{ verb: 'funnel' }, { verb: 'file cp' }] },
}

/** Of `cloudflared tunnel`, what opens none. */
const TUNNEL_CARE = 'list info login delete cleanup token diag ingress help create route vnet'.split(' ')

export const CLOUD_PROGRAMS: readonly string[] = Object.keys(CLOUDS)

export const readCloud: TransferReader = (command) => {
  const cloud = CLOUDS[command.name]
  return cloud === undefined ? [] : cloudAddresses(command, cloud)
}

function cloudAddresses({ args, name }: PolicyCommand, cloud: Cloud): readonly Address[] {
  const { options, operands } = readExactOptions(args, cloud)
  if (options.some((option) => option.name === '--help' && option.value === null)) return []
  const upload = cloud.uploads.find(({ verb }) => startsWithVerb(operands, verb))
  const verbWord = operands[0]
  if (upload === undefined || verbWord === undefined) return []
  if (name === 'cloudflared' && TUNNEL_CARE.includes(operands[1]?.text ?? '')) return []
  const server = cloud.server === undefined ? [] : exactValues(options, cloud.server)
  const last = operands.at(-1) ?? verbWord
  if (upload.to !== undefined && !isUnknown(last) && !upload.to.test(last.text)) return []
  return server.length > 0 ? urlAddresses(server) : [unknownAddress(upload.to === undefined ? verbWord : last)]
}

function startsWithVerb(operands: readonly Word[], verb: string): boolean {
  return verb.split(' ').every((words, at) => words.split('|').includes(operands[at]?.text ?? ''))
}

/** `transfer FILE`: the whole program sends. */
export const readSender: TransferReader = ({ args }) => {
  const { options, operands } = readExactOptions(args, {})
  if (hasExact(options, '--help', '--version')) return []
  return operands.slice(0, 1).map(unknownAddress)
}

/** `gpg --send-keys`. */
export const readGpg: TransferReader = ({ args }) =>
  args.filter(({ text }) => /^--send-keys?$/.test(text)).map(unknownAddress)

/** `git send-email` and `git imap-send`, unless only rehearsed. */
export const readGitMail: TransferReader = (command) => {
  const call = readGitCall(command)
  if (call === null || !/^(?:send-email|imap-send)$/.test(call.verb)) return []
  const rehearses = call.args.some(({ text }) => /^(?:--dry-run|--dump-aliases|--help|-h)$/.test(text))
  const word = command.command.words[0]
  return rehearses || word === undefined ? [] : [unknownAddress(word)]
}

/** `kubectl cp FILE POD:/path`: files of this machine go into a pod. */
export const readPodCopy: TransferReader = ({ args }) => {
  const { operands } = readExactOptions(args, { values: 'cns', long: ['namespace', 'container', 'context', 'retries'] })
  const last = operands.at(-1)
  const isUpload = operands[0]?.text === 'cp' && operands.length > 2 && /^[^./][^:]*:./.test(last?.text ?? '')
  return isUpload && last !== undefined ? [unknownAddress(last)] : []
}

/** `chisel client SERVER …`, `bore local PORT`: another machine can reach this one. */
export const readTunnel: TransferReader = ({ args }) =>
  readExactOptions(args, {})
    .operands.slice(0, 1)
    .filter(({ text }) => /^(?:client|local)$/.test(text))
    .map(unknownAddress)

import type { InnerPart, Run } from './inner-run.ts'
import { hasOption, type Option, type OptionSpec, optionValue, readOptions } from './options.ts'
import { joinFields, shellRun, textPart } from './read-wrapper.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'

const SSH: OptionSpec = { values: 'BbcDEeFIiJLlMmOoPpQRSWw' }
/** Of `-M` only `autossh` takes a value. */
const PLAIN_SSH: OptionSpec = { values: 'BbcDEeFIiJLlmOoPpQRSWw' }
const HERE = /^\s*(?:proxycommand|localcommand|knownhostscommand)[\s=]+(?!none$)(.+)/i

/** `ssh HOST words`: a text for the shell over there; a proxy's command runs here. */
export function readSsh(call: Call): Run | undefined {
  const isAuto = /autossh/i.test(call.fields[0]?.text ?? '')
  const spec = isAuto ? SSH : PLAIN_SSH
  const { options, operands } = readOptions(call.fields.slice(1), spec)
  const behind = readOptions(operands.slice(1), spec)
  const here = hereTexts([...options, ...behind.options])
  const there = behind.operands.length === 0 ? [] : [textPart(joinFields(behind.operands), { remote: true })]
  const given = there.length === 0 ? shellRun(call, { remote: true }) : undefined
  if (given !== undefined && !options.some(({ name }) => name === '-N' || name === '-W')) {
    return { ...given, parts: [...here, ...given.parts] }
  }
  return here.length + there.length === 0 ? undefined : { self: true, parts: [...here, ...there] }
}

/** `scp` and `sftp`: only what runs here. */
export function readSecureCopy(call: Call): Run | undefined {
  const { options } = readOptions(call.fields.slice(1), { values: 'cDFiJloPSXBbRs' })
  const parts = hereTexts(options)
  return parts.length === 0 ? undefined : { self: true, parts }
}

function hereTexts(options: readonly Option<Field>[]): readonly InnerPart[] {
  return options.flatMap(({ name, value }) => {
    const text = name === '-o' && value !== null ? HERE.exec(value.text)?.[1] : undefined
    return value === null || text === undefined ? [] : [textPart({ ...value, text })]
  })
}

/** `mosh [options] HOST -- COMMAND`; the value of `--ssh` runs here. */
export function readMosh(call: Call): Run | undefined {
  const spec = { values: 'p', long: ['ssh', 'server', 'client', 'port', 'predict', 'family', 'bind-server'] }
  const { options, operands } = readOptions(call.fields.slice(1), spec)
  const ssh = optionValue(options, '--ssh')
  const words = operands[1]?.text === '--' ? operands.slice(2) : operands.slice(1)
  const parts = [...(ssh === null ? [] : [textPart(ssh)]), ...remote(words).parts]
  return parts.length === 0 ? undefined : { self: true, parts }
}

const DOCKER: OptionSpec = {
  values: 'vwepulhamcHf',
  long: [
    'volume',
    'workdir',
    'env',
    'env-file',
    'publish',
    'user',
    'label',
    'hostname',
    'attach',
    'memory',
    'name',
    'network',
    'mount',
    'platform',
    'entrypoint',
    'cpus',
    'gpus',
    'add-host',
    'cap-add',
    'cap-drop',
    'device',
    'restart',
    'shm-size',
    'ulimit',
    'pull',
    'ipc',
    'pid',
    'dns',
    'expose',
    'ip',
    'link',
    'log-driver',
    'security-opt',
    'tmpfs',
    'index',
    'file',
    'project-name',
    'profile',
    'context',
    'host',
    'detach-keys',
    'cidfile',
    'runtime',
    'stop-signal',
    'userns',
    'annotation',
    'blkio-weight',
    'cgroup-parent',
    'cgroupns',
    'cpu-period',
    'cpu-quota',
    'cpu-shares',
    'cpuset-cpus',
    'cpuset-mems',
    'device-cgroup-rule',
    'dns-option',
    'dns-search',
    'domainname',
    'group-add',
    'health-cmd',
    'health-interval',
    'health-retries',
    'health-start-period',
    'health-timeout',
    'ip6',
    'isolation',
    'label-file',
    'log-opt',
    'mac-address',
    'memory-reservation',
    'memory-swap',
    'memory-swappiness',
    'net',
    'network-alias',
    'oom-score-adj',
    'pids-limit',
    'stop-timeout',
    'storage-opt',
    'sysctl',
    'uts',
    'volume-driver',
    'volumes-from',
    'config',
    'log-level',
    'tlscacert',
    'tlscert',
    'tlskey',
    'project-directory',
    'ansi',
    'progress',
    'parallel',
    'secret',
    'pod',
    'arch',
    'os',
    'rootfs',
    'umask',
    'tz',
    'connection',
    'url',
    'identity',
    'namespace',
  ],
  exact: true,
}

/** `docker run|exec [options] IMAGE COMMAND`, also below `container` and `compose`. */
export function readDocker(call: Call): Run {
  let { operands: words } = readOptions(call.fields.slice(1), { ...DOCKER, values: 'Hcl' })
  const compose = words[0]?.text === 'compose'
  if (compose || words[0]?.text === 'container')
    words = readOptions(words.slice(1), { ...DOCKER, values: 'fp' }).operands
  return readContainerVerb(words, compose)
}

/** `docker-compose run|exec [options] SERVICE COMMAND`. */
export function readCompose(call: Call): Run {
  return readContainerVerb(readOptions(call.fields.slice(1), { ...DOCKER, values: 'fpH' }).operands, true)
}

/** `open`: what it reads goes to the command without being told to. */
function readContainerVerb([verb, ...words]: readonly Field[], open: boolean): Run {
  if (verb?.text === 'unshare') return { self: true, parts: wordsHere(readOptions(words, DOCKER).operands) }
  if (verb?.text !== 'run' && verb?.text !== 'exec' && verb?.text !== 'create') return { self: true, parts: [] }
  const { options, operands } = readOptions(words, DOCKER)
  const entry = optionValue(options, '--entrypoint')
  const health = optionValue(options, '--health-cmd')
  const run = remote(
    [...(entry === null || entry.text === '' ? [] : [entry]), ...operands.slice(1)],
    open || hasOption(options, '-i', '--interactive'),
  )
  return { self: true, parts: [...run.parts, ...(health === null ? [] : [textPart(health, { remote: true })])] }
}

function wordsHere(fields: readonly Field[]): readonly InnerPart[] {
  return fields.length === 0 ? [] : [{ kind: 'words', nesting: 'wrapper', fields }]
}

const KUBECTL: OptionSpec = {
  values: 'ncfs',
  long: [
    'namespace',
    'container',
    'context',
    'cluster',
    'user',
    'kubeconfig',
    'server',
    'filename',
    'pod-running-timeout',
  ],
  exact: true,
}

/** `kubectl exec POD -- COMMAND`; `exec` and the `rsh` of `oc` take it without the dashes too. */
export function readKubectl(call: Call): Run {
  const [verb, ...words] = readOptions(call.fields.slice(1), KUBECTL).operands
  if (verb === undefined || !/^(?:exec|run|debug|rsh|attach)$/.test(verb.text)) return remote([])
  const end = words.findIndex((field) => field.text === '--')
  const reads = words.some(({ text }) => /^(?:-[a-z]*i[a-z]*|--stdin(?:=true)?)$/.test(text))
  if (end >= 0) return remote(words.slice(end + 1), reads)
  if (verb.text !== 'exec' && verb.text !== 'rsh') return remote([])
  const [, ...rest] = readOptions(words, KUBECTL).operands
  return remote(readOptions(rest, KUBECTL).operands, reads)
}

function remote(fields: readonly Field[], reads = false): Run {
  const part: InnerPart = {
    kind: 'words',
    nesting: 'remote',
    fields,
    folder: null,
    ...(reads ? {} : { input: 'none' }),
  }
  return { self: true, parts: fields.length === 0 ? [] : [part] }
}

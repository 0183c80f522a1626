import type { InnerPart, Run } from './inner-run.ts'
import { type OptionSpec, readOptions } from './options.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'

/** `ssh HOST words`: a text for the shell over there. */
export function readSsh(call: Call): Run | undefined {
  const { operands } = readOptions(call.fields.slice(1), { values: 'BbcDEeFIiJLlmOoPpQRSWw' })
  const [first, ...others] = readOptions(operands.slice(1), {}).operands
  if (first === undefined) return undefined
  const text = [first, ...others].map((field) => field.text).join(' ')
  return {
    self: true,
    parts: [{ kind: 'text', nesting: 'remote', text, span: first.span, sameShell: false, positional: null }],
  }
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
  ],
}

/** `docker run|exec [options] IMAGE COMMAND`, also below `container` and `compose`. */
export function readDocker(call: Call): Run {
  let words = readOptions(call.fields.slice(1), DOCKER).operands
  if (words[0]?.text === 'compose' || words[0]?.text === 'container')
    words = readOptions(words.slice(1), DOCKER).operands
  const verb = words[0]?.text
  if (verb !== 'run' && verb !== 'exec') return { self: true, parts: [] }
  return remote(readOptions(words.slice(1), DOCKER).operands.slice(1))
}

/** `kubectl exec POD -- COMMAND`. */
export function readKubectl(call: Call): Run {
  const end = call.fields.findIndex((field) => field.text === '--')
  const runs = call.fields.some((field, at) => at < end && (field.text === 'exec' || field.text === 'run'))
  return remote(runs ? call.fields.slice(end + 1) : [])
}

function remote(fields: readonly Field[]): Run {
  const part: InnerPart = { kind: 'words', nesting: 'remote', fields, folder: null, input: 'none' }
  return { self: true, parts: fields.length === 0 ? [] : [part] }
}

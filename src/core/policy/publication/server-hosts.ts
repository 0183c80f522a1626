import type { Word } from '../../shell/simple-command.ts'
import { exactValues } from '../exact-options.ts'
import { readHost } from '../network/read-host.ts'
import type { VerbCall } from '../verb-programs.ts'

const SERVERS = ['--registry', '--repository-url', '--publish-url', '--source', '-source', '-s', '--server']

/** Where images are named by their registry: `registry.example:5000/team/app`. */
const IMAGE_PROGRAMS = ['docker', 'podman', 'nerdctl', 'buildah', 'crane', 'oras', 'apptainer', 'singularity']

/** The hosts that a call publishes to, as far as the text names them; null for one that it names but does not spell out. */
export function serverHosts(name: string, call: VerbCall): readonly (string | null)[] {
  const named = exactValues(call.options, ...SERVERS).filter(({ text }) => /[:*]/.test(text))
  return [...named.map(({ text }) => readHost(text)), ...registryHosts(name, call)]
}

function registryHosts(name: string, { word, operands }: VerbCall): readonly (string | null)[] {
  const last = operands.at(-1)
  if (last === undefined) return []
  if (name === 'skopeo' || name === 'helm' || last.text.startsWith('docker://')) return [targetHost(last)]
  return IMAGE_PROGRAMS.includes(name) && word?.text === 'push' ? operands.slice(0, 1).map(imageHost) : []
}

function imageHost({ text }: Word): string | null {
  const [first = '', ...rest] = text.replace(/^docker:\/\//, '').split('/', 2)
  if (rest.length > 0 && (/[.:*]/.test(first) || first === 'localhost')) return readHost(first)
  return text.startsWith('*') ? null : 'docker.io'
}

/** `docker://host/…` or `oci://host/…`; an archive or a folder lies on this machine. */
function targetHost(word: Word): string | null {
  if (word.text.startsWith('docker://')) return imageHost(word)
  if (word.text.startsWith('oci://')) return readHost(word.text)
  return /^(?:dir|oci|docker-archive|oci-archive|containers-storage|docker-daemon):/.test(word.text)
    ? 'localhost'
    : null
}

import { Refusal } from '../../core/fault.ts'
import { compileProjectPolicy } from '../../core/policy/compile-project-policy.ts'
import { parseProjectPolicy } from '../../core/policy/parse-project-policy.ts'
import { type CompiledPolicy, POLICY_BYTES_MAX } from '../../core/policy/project-policy.ts'
import { RULE_LEVELS } from '../../core/policy/rule-levels.ts'
import { findPolicyFiles, type PolicyPlace } from './find-policy-files.ts'
import type { PolicyWorld } from './policy-world.ts'

/** The project's policy as it applies in a folder. */
export type AppliedPolicy = {
  /** The files, nearest first; as typed where one was named. */
  readonly files: readonly string[]
  /** Of the bytes of all files, in that order; null without any. */
  readonly sha256: string | null
  readonly policy: CompiledPolicy | null
}

export const NO_POLICY: AppliedPolicy = { files: [], sha256: null, policy: null }

const BUILT_INS = Object.entries(RULE_LEVELS).map(([id, level]) => ({ id, level }))

/** Throws a Refusal where a policy file is there and cannot be used: half a policy is none that anybody wrote. */
export async function readPolicy(world: PolicyWorld, place: PolicyPlace): Promise<AppliedPolicy> {
  const files = findPolicyFiles(world.disk, place)
  if (files.length === 0) return NO_POLICY
  return applied(
    world,
    files.map((file) => ({ file, bytes: readFile(world, file, file) })),
  )
}

/** The file that somebody named, in place of those that would be found. */
export async function readNamedPolicy(world: PolicyWorld, folder: string, file: string): Promise<AppliedPolicy> {
  const path = file.startsWith('/') ? file : `${folder}/${file}`
  if (world.disk.kindOf(path) === null) throw refused('policy-missing', `policy file not found: ${file}`)
  return applied(world, [{ file, bytes: readFile(world, path, file) }])
}

type PolicyBytes = { readonly file: string; readonly bytes: Uint8Array }

async function applied(world: PolicyWorld, read: readonly PolicyBytes[]): Promise<AppliedPolicy> {
  const compiled = await Promise.all(read.map(({ file, bytes }) => compileProjectPolicy(parse(bytes, file))))
  const sha256 = world.sha256(joinBytes(read.map(({ bytes }) => bytes)))
  return { files: read.map(({ file }) => file), sha256, policy: joined(compiled) }
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function readFile({ disk }: PolicyWorld, path: string, shown: string): Uint8Array {
  const real = disk.realPath(path)
  const bytes = disk.kindOf(real) === 'file' ? disk.readBytes(real, POLICY_BYTES_MAX) : null
  if (bytes !== null) return bytes
  throw refused('policy-unreadable', `the policy file ${shown} is there and cannot be read as a file`)
}

const FAULTS_SHOWN = 10

function parse(bytes: Uint8Array, file: string) {
  const parsed = parseProjectPolicy(bytes, { file, builtIns: BUILT_INS })
  if (parsed.ok) return parsed.value
  const [first, ...more] = parsed.faults.slice(0, FAULTS_SHOWN)
  const rest = parsed.faults.length - FAULTS_SHOWN
  const message = [
    first?.message ?? '',
    ...more.map((fault) => `${lineOf(fault.at?.line)}${fault.message}`),
    ...(rest > 0 ? [`and ${rest} more ${rest === 1 ? 'fault' : 'faults'}`] : []),
  ].join('; ')
  throw new Refusal({
    code: 'policy-refused',
    message,
    hint: first?.hint ?? 'docs/formats/policy-file.md says what the file may hold',
    at: first?.at ?? { file },
  })
}

function lineOf(line: number | undefined): string {
  return line === undefined ? '' : `line ${line}: `
}

function refused(code: string, message: string): Refusal {
  return new Refusal({ code, message, hint: 'mend it or take it away; a person decides which' })
}

function joined(policies: readonly CompiledPolicy[]): CompiledPolicy {
  return {
    rules: policies.flatMap(({ rules }) => rules),
    raise: new Set(policies.flatMap(({ raise }) => [...raise])),
    protectedBranches: policies.flatMap(({ protectedBranches }) => protectedBranches),
  }
}

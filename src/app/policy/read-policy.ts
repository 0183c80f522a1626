import { Refusal } from '../../core/fault.ts'
import { compileProjectPolicy } from '../../core/policy/compile-project-policy.ts'
import { parseProjectPolicy } from '../../core/policy/parse-project-policy.ts'
import { type CompiledPolicy, POLICY_BYTES_MAX } from '../../core/policy/project-policy.ts'
import { RULE_LEVELS } from '../../core/policy/rule-levels.ts'
import { findPolicyFiles } from './find-policy-files.ts'
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
export async function readPolicy(world: PolicyWorld, folder: string, named: string | null): Promise<AppliedPolicy> {
  const files = named === null ? findPolicyFiles(world.disk, folder) : [named]
  if (files.length === 0) return NO_POLICY
  const texts = files.map((file) => readFile(world, file.startsWith('/') ? file : `${folder}/${file}`, file))
  const policies = texts.map((text, at) => parse(text, files[at] ?? ''))
  const compiled = await Promise.all(policies.map(compileProjectPolicy))
  return { files, sha256: world.sha256(texts.join('')), policy: joined(compiled) }
}

function readFile({ disk }: PolicyWorld, path: string, shown: string): string {
  const kind = disk.kindOf(path) === null ? null : disk.kindOf(disk.realPath(path))
  if (kind === null && disk.kindOf(path) === null) throw refused('policy-missing', `policy file not found: ${shown}`)
  const text = kind === 'file' ? disk.readText(disk.realPath(path), POLICY_BYTES_MAX) : null
  if (text !== null) return text
  throw refused('policy-unreadable', `the policy file ${shown} is there and cannot be read as a file`)
}

function parse(text: string, file: string) {
  const parsed = parseProjectPolicy(text, { file, builtIns: BUILT_INS })
  if (parsed.ok) return parsed.value
  const [first, ...more] = parsed.faults
  const message = [first?.message ?? '', ...more.map((fault) => `${lineOf(fault.at?.line)}${fault.message}`)].join('; ')
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

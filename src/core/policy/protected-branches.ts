import { pointerOf } from '../codec/json-pointer.ts'
import { isJsonList, type JsonValue } from '../codec/json-value.ts'
import { shown } from '../decisions/issue-faults.ts'
import { type PolicyFault, type PolicyPart, policyFault } from './policy-fault.ts'
import { BRANCH_LENGTH_MAX, BRANCHES_MAX } from './project-policy.ts'

const KEY = 'protected_branches'

/** Reads the branches that the project protects beside main and master. */
export function readProtectedBranches(value: JsonValue | undefined): PolicyPart<readonly string[]> {
  if (value === undefined) return { value: [], faults: [] }
  const length = isJsonList(value) ? value.length : 0
  if (!isJsonList(value) || length === 0 || length > BRANCHES_MAX) {
    const found = length > BRANCHES_MAX ? String(length) : shown(value)
    const message = `"${KEY}" must be a list of 1 to ${BRANCHES_MAX} branches, found ${found}`
    return { value: [], faults: [policyFault('bad-shape', pointerOf([KEY]), message)] }
  }
  const names = value.map((name) => (typeof name === 'string' ? name.toLowerCase() : ''))
  const faults = value.flatMap((name, index) => {
    const twice = names.indexOf(names[index] ?? '') < index && names[index] !== ''
    return twice ? [fault(index, `names ${shown(name)} twice`)] : nameFaults(name, index)
  })
  return { value: names, faults }
}

function nameFaults(name: JsonValue, index: number): readonly PolicyFault[] {
  if (typeof name !== 'string') return [fault(index, `holds ${shown(name)}, which is no text`)]
  if (name.startsWith('refs/')) {
    return [fault(index, `holds ${shown(name)}, which is a ref`, 'write the name of the branch without refs/heads/')]
  }
  if (isBranchName(name)) return []
  return [
    fault(index, `holds ${shown(name)}, which git takes for no branch`, 'name each branch in full, without wildcards'),
  ]
}

function fault(index: number, what: string, hint?: string): PolicyFault {
  return policyFault('bad-branch', pointerOf([KEY, index]), `"${KEY}" ${what}`, hint)
}

/** What `git check-ref-format --branch` lets through. */
function isBranchName(name: string): boolean {
  if (name.length > BRANCH_LENGTH_MAX || name === '@' || name.startsWith('-') || name.endsWith('.')) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{/.test(name)) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}

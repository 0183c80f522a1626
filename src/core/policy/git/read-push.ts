import type { Word } from '../../shell/simple-command.ts'
import type { PolicyCommand, PolicyContext, Span } from '../rule.ts'
import { type BranchScope, branchScope } from './branch-scope.ts'
import type { Push, PushRef } from './push.ts'
import { EVERY_TAG, everyBranch, pushRefs } from './push-refs.ts'
import { type GitCall, readGitCall } from './read-git-call.ts'
import { type GitOption, type GitOptions, gitOptionTable, optionInForce, readGitOptions } from './read-git-options.ts'
import { readOtherPush } from './read-other-push.ts'

/** Four rules ask about each push. */
const PUSHES = new WeakMap<PolicyContext, Map<PolicyCommand, Push | null>>()

export function readPush(command: PolicyCommand, context: PolicyContext): Push | null {
  const kept = PUSHES.get(context) ?? new Map<PolicyCommand, Push | null>()
  PUSHES.set(context, kept)
  const known = kept.get(command)
  if (known !== undefined) return known
  const push = read(command, context)
  kept.set(command, push)
  return push
}

function read(command: PolicyCommand, context: PolicyContext): Push | null {
  const call = readGitCall(command)
  if (call === null) return readOtherPush(command)
  if (call.verb === 'push' || call.verb === 'send-pack') return readGitPush(call, command, context)
  if (call.verb === 'subtree') return readSubtreePush(call, command, context)
  return readOtherPush(command)
}

const PUSH = gitOptionTable(
  'v|verbose q|quiet repo= all branches mirror d|delete tags n|dry-run porcelain f|force force-with-lease' +
    ' force-if-includes recurse-submodules= thin receive-pack= exec= u|set-upstream progress prune verify follow-tags' +
    ' signed atomic o|push-option= 4|ipv4 6|ipv6',
)
const SEND_PACK = gitOptionTable(
  'v|verbose q|quiet receive-pack= exec= remote= all n|dry-run mirror f|force signed push-option= progress thin' +
    ' atomic stateless-rpc stdin helper-status force-with-lease force-if-includes',
)

function readGitPush(call: GitCall, command: PolicyCommand, context: PolicyContext): Push | null {
  const given = readGitOptions(call.args, call.verb === 'push' ? PUSH : SEND_PACK)
  if (given.help || optionInForce(given, 'dry-run') !== null) return null
  const force = optionInForce(given, 'force', 'mirror')?.word ?? mirrorSetting(call)
  return {
    span: call.span,
    force: force?.span ?? null,
    lease: optionInForce(given, 'force-with-lease')?.word.span ?? null,
    refs: givenRefs({ call, command, context, given }),
  }
}

type Reading = {
  readonly call: GitCall
  readonly command: PolicyCommand
  readonly context: PolicyContext
  readonly given: GitOptions
}

const UNKNOWN: readonly PushRef[] = [{ name: null, forced: false, word: null }]

function givenRefs({ call, command, context, given }: Reading): readonly PushRef[] {
  if (optionInForce(given, 'mirror') !== null || optionInForce(given, 'stdin') !== null) return UNKNOWN
  const scope = branchScope(call, command, context)
  const { protectedBranches } = context
  const all = optionInForce(given, 'all', 'branches')
  const prune = optionInForce(given, 'prune') !== null
  if (all !== null) {
    const deleted = prune ? protectedBranches.map((name): PushRef => ({ name, forced: false, word: all.word })) : []
    return [...deleted, ...everyBranch(all.word, scope)]
  }
  const tags = optionInForce(given, 'tags')
  const [remote, ...written] = given.operands
  const specs = written.length > 0 || tags !== null ? written : configuredSpecs(call)
  const refs = specs.length > 0 ? pushRefs(specs, { scope, protectedBranches, prune }) : bareRefs(call, tags, scope)
  const tagged = specs.length > 0 && tags !== null ? [tagRef(tags)] : []
  // A remote that is not known may be several words, refspecs among them.
  return [...refs, ...tagged, ...(remote?.dynamic && specs.length === 0 ? UNKNOWN : [])]
}

function tagRef({ word }: GitOption): PushRef {
  return { name: EVERY_TAG, forced: false, word }
}

/** What goes without a refspec. */
function bareRefs(call: GitCall, tags: GitOption | null, scope: BranchScope): readonly PushRef[] {
  if (tags !== null) return [tagRef(tags)]
  const style = call.config.get('push.default')?.value.toLowerCase()
  if (call.verb === 'send-pack' || style === 'matching') return everyBranch(null, scope)
  const name = style === 'current' ? scope.current : scope.target
  return [{ name: name === null ? null : name.replace(/^refs\/heads\//, ''), forced: false, word: null }]
}

/** `-c remote.origin.push=+HEAD:main` gives the refspecs in another place. */
function configuredSpecs({ config }: GitCall): readonly Word[] {
  return [...config].flatMap(([key, { value, word }]) =>
    /^remote\..+\.push$/.test(key) ? [{ ...word, text: value }] : [],
  )
}

function mirrorSetting({ config }: GitCall): Word | null {
  const found = [...config].find(
    ([key, { value }]) => /^remote\..+\.mirror$/.test(key) && !/^(?:false|no|off|0|)$/i.test(value),
  )
  return found?.[1].word ?? null
}

const SUBTREE = gitOptionTable(
  'q|quiet d|debug P|prefix= annotate= b|branch= ignore-joins onto= rejoin squash m|message= S|gpg-sign',
)

/** It knows no dry run. */
function readSubtreePush(call: GitCall, command: PolicyCommand, context: PolicyContext): Push | null {
  const given = readGitOptions(call.args, SUBTREE)
  const [verb, , ...specs] = given.operands
  if (given.help || verb?.text.toLowerCase() !== 'push') return null
  const scope = branchScope(call, command, context)
  const refs = pushRefs(specs, { scope, protectedBranches: context.protectedBranches, prune: false })
  const span: Span = verb.span[1] >= call.span[0] ? [call.span[0], verb.span[1]] : verb.span
  return { span, force: null, lease: null, refs: refs.length > 0 ? refs : UNKNOWN }
}

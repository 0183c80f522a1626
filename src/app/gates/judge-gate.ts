import { gatesPassed } from '../../core/events/logged-events.ts'
import type { GateName } from '../../core/gates/gates-file.ts'
import { type GateAnswer, type GateQuestion, type GateReach, OPEN, shut } from './gate-question.ts'
import { judgeChecker } from './judge-checker.ts'
import { judgeEvidence } from './judge-evidence.ts'
import { judgeHuman } from './judge-human.ts'
import { judgeScope } from './judge-scope.ts'

type Judge = (world: GateReach, question: GateQuestion) => Promise<GateAnswer>

/** In the order in which work goes through them. */
const BEFORE_CLOSURE: Readonly<Record<Exclude<GateName, 'closure'>, Judge>> = {
  scope: judgeScope,
  'fresh-evidence': judgeEvidence,
  'read-only-checker': judgeChecker,
  human: judgeHuman,
}

/** Whether the event may pass the gate now. Everything is read anew: nothing that was measured before is believed. */
export function judgeGate(world: GateReach, gate: GateName, question: GateQuestion): Promise<GateAnswer> {
  const reach = { ...world, snapshots: readOnce(world.snapshots) }
  return gate === 'closure' ? judgeClosure(reach, question) : BEFORE_CLOSURE[gate](reach, question)
}

/** Every file is read, whatever a cache says of it: who may write the cache may want the gate open. Once is enough. */
function readOnce(snapshots: GateReach['snapshots']): GateReach['snapshots'] {
  const taken = new Map<string, ReturnType<GateReach['snapshots']['take']>>()
  return {
    take(top) {
      const known = taken.get(top) ?? snapshots.take(top, { cache: false })
      taken.set(top, known)
      return known
    },
  }
}

/** `closure`: every enforced gate was passed, and what passed it last would pass it now. */
async function judgeClosure(world: GateReach, question: GateQuestion): Promise<GateAnswer> {
  const { gates, loop } = question
  const passed = gatesPassed(loop, await question.history())
  for (const [gate, judge] of Object.entries(BEFORE_CLOSURE)) {
    if (gates[gate as GateName] === undefined) continue
    const last = passed.findLast((one) => one.gate === gate)
    if (last === undefined) return shut(`no event of this work passed the gate ${gate}`, 'bylaw status')
    const answer = await judge(world, { ...question, event: last.event })
    if (answer.kind === 'shut') return shut(`the gate ${gate} does not hold any more: ${answer.why}`, answer.run)
  }
  return OPEN
}

import { signedEventText } from '../../core/events/logged-events.ts'
import { checkSignature } from '../sign/check-signature.ts'
import { dataText, type GateAnswer, type GateQuestion, type GateReach, OPEN, shut, workFlag } from './gate-question.ts'
import { treeOfWork } from './tree-of-work.ts'

/** `human`: one of the listed people signed the event, and with it all events before it and the tree as it is now. */
export async function judgeHuman(world: GateReach, { gates, event, log, work }: GateQuestion): Promise<GateAnswer> {
  const { people = [], allowed_signers: allowedSigners = '' } = gates.human ?? {}
  const run = `bylaw event append${workFlag(work)} --type ${event.type} --sign-key FILE --signer ${people[0] ?? 'NAME'}`
  const block = event.data['signature']
  if (block === undefined) return shut('nobody signed the event', run)
  const signature = await checkSignature(world, { block, text: signedEventText(event), allowedSigners })
  if (signature.status !== 'verified') {
    return shut(`the signature is refused: ${'detail' in signature ? signature.detail : signature.status}`, run)
  }
  if (dataText(event, 'log') !== log) return shut('the signature is for another piece of work', run)
  if (!people.includes(signature.signer)) return shut(`${signature.signer} is none of the people who may approve`, run)
  const tree = await treeOfWork(world)
  if (tree === null) return shut('there is no git repository here: an approval is bound to no tree', run)
  return dataText(event, 'tree') === tree ? OPEN : shut('the tree is not the one that was approved', run)
}

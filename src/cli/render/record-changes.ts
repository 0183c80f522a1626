import type { KindChanges, RecordsSince } from '../../app/records/compare-records.ts'
import { printable } from '../../core/printable.ts'
import type { RecordChange } from '../../core/records/record-changes.ts'
import type { Page } from '../page.ts'
import { renderFailedKind } from './failed-kind.ts'

/** One line for each thing that happened. */
export function renderRecordsSince({ kinds, since }: RecordsSince, page: Page): string {
  const parts = kinds.map((kind) => {
    if (kind.kind === 'failed') return renderFailedKind(kind, page)
    const { loaded } = kind.reading
    const head = `${loaded.kind.name} records in ${printable(loaded.folder)} since ${since.slice(0, 12)}: ${countText(kind.changes.length)}`
    return [page.bold(head), ...kind.changes.map((change) => `  ${textOf(change)}`)].join('\n')
  })
  return parts.join('\n\n')
}

function countText(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
}

function textOf(change: RecordChange): string {
  const id = printable(change.id)
  switch (change.kind) {
    case 'new':
      return `${id} is new, ${stateText(change.state)}  ${printable(change.path)}`
    case 'removed':
      return `${id} is gone, it was ${stateText(change.state)}  ${printable(change.path)}`
    case 'state':
      return `${id} was ${stateText(change.from)} and is ${stateText(change.to)}`
    case 'verdict':
      return `${id} has a verdict of ${printable(change.principal)}: ${printable(change.verdict)}`
    case 'supersession':
      return `${id} supersedes ${printable(change.supersedes)}`
    case 'pin': {
      const what = change.from === null ? 'pins' : change.to === null ? 'pins no more' : 'pins other bytes of'
      return `${id} ${what} ${printable(change.path)}`
    }
  }
}

function stateText(state: string | null): string {
  return state === null ? 'without a state' : printable(state)
}

export function recordsSinceJson({ kinds, since, wasNamed }: RecordsSince): unknown {
  const header = { $schema: 'bylaw.records-since.v1', contract: 1 }
  const [only] = kinds
  if (wasNamed && only !== undefined) return { ...header, ...documentOf(only, since) }
  return { ...header, kinds: kinds.map((kind) => ({ ...documentOf(kind, since), declared: kind.declared })) }
}

function documentOf(kind: KindChanges, since: string) {
  if (kind.kind === 'failed') return { error: kind.fault }
  const { loaded, place } = kind.reading
  const count = (name: RecordChange['kind']) => kind.changes.filter((change) => change.kind === name).length
  return {
    kind: { name: loaded.kind.name, schema: loaded.kind.schema.id, file: loaded.kindFile },
    since,
    at: place.at,
    changes: kind.changes,
    summary: {
      new: count('new'),
      removed: count('removed'),
      state: count('state'),
      verdict: count('verdict'),
      supersession: count('supersession'),
      pin: count('pin'),
    },
  }
}

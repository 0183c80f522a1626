import type { Quorum } from '../../core/records/quorum.ts'

/** How far the verdicts are, such as `2 of 2 agreed, 1 open concern`. */
export function quorumText({ agreed, need, notCounted, openConcerns }: Quorum): string {
  return [
    `${agreed} of ${need} agreed`,
    ...(notCounted.length === 0 ? [] : [`${notCounted.length} not counted`]),
    ...(openConcerns.length === 0
      ? []
      : [`${openConcerns.length} open concern${openConcerns.length === 1 ? '' : 's'}`]),
  ].join(', ')
}

import { stripBlanks } from '../policy/strip-text.ts'
import { foldCase } from './fold-case.ts'

export type Actors = { readonly maker: string; readonly checker: string }

/** Both without outer blanks, as a record keeps them. */
export function stripActors({ maker, checker }: Actors): Actors {
  return { maker: stripBlanks(maker), checker: stripBlanks(checker) }
}

/** Whether both are named and are two after case folding: the rule of a record (protocol-a 9). */
export function areTwoActors(actors: Actors): boolean {
  const { maker, checker } = stripActors(actors)
  return maker !== '' && checker !== '' && foldCase(maker) !== foldCase(checker)
}

/**
 * Whether a reader could take one for the other: two names that differ only in characters that are not seen, or in the
 * form of a letter (full width, ligatures, composed marks). Letters of another alphabet are not caught.
 */
export function lookAlike({ maker, checker }: Actors): boolean {
  return seen(maker) === seen(checker)
}

function seen(name: string): string {
  const compatible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
  return foldCase(stripBlanks(compatible)).normalize('NFKC')
}

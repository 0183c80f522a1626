import type { Word } from '../../shell/simple-command.ts'
import type { PolicyCommand, PolicyContext } from '../rule.ts'
import { readHost } from './read-host.ts'

/** Where a command sends something or gets it from; the host is null where the text does not say. */
export type Address = { readonly word: Word; readonly host: string | null }

/** Every address that a call turns to, those on this machine too. */
export type TransferReader = (command: PolicyCommand, context: PolicyContext) => readonly Address[]

export function urlAddress(word: Word): Address {
  return { word, host: readHost(word.text) }
}

export function urlAddresses(words: readonly Word[]): readonly Address[] {
  return words.filter(({ text }) => text !== '').map(urlAddress)
}

export function unknownAddress(word: Word): Address {
  return { word, host: null }
}

/** Nothing of the word is known, so that it may be an address. */
export function isUnknown(word: Word): boolean {
  return word.dynamic && word.glob !== true && /^\*\/?$/.test(word.text)
}

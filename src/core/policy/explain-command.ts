import type { Nesting, Word } from '../shell/simple-command.ts'
import { readContext } from './classify-command.ts'
import type { PolicyInput } from './classify-reading.ts'
import { findHits, rulesFor } from './find-hits.ts'
import type { PolicyCommand, PolicyContext, PolicyLevel, PolicyRule, Span } from './rule.ts'

/** A rule that looked at a command, and what it found there. */
export type Look = {
  readonly rule: string
  readonly level: PolicyLevel
  readonly reason: string
  readonly span: Span | null
}

/** One simple command of a text as it was read. */
export type ReadCommand = {
  /** What the shell would run, word by word; `*` stands for what the text does not say. */
  readonly words: readonly string[]
  /** The program is known. */
  readonly known: boolean
  readonly wrappers: readonly string[]
  readonly nesting: readonly Nesting[]
  readonly folder: string | null
  readonly feed: string | null
  readonly span: Span
  /** Rules that found something. */
  readonly found: readonly Look[]
  /** Ids of rules that know the program and found nothing. */
  readonly passed: readonly string[]
}

export type CommandReading = {
  /** Without outer blanks. */
  readonly text: string
  readonly commands: readonly ReadCommand[]
  readonly faults: readonly string[]
  /** Rules that look at the text as a whole and found something. */
  readonly found: readonly Look[]
}

/** The reading behind a verdict: each simple command, what it resolved to, and which rule looked at it. */
export function explainCommand(text: string, input: PolicyInput = {}): CommandReading {
  const context = readContext(text, input)
  const hits = findHits(context)
  const whole = hits.filter(({ command }) => command === null)
  return {
    text: context.text,
    commands: context.commands
      .filter(({ command }) => command.words.length > 0 || hits.some(({ command: at }) => at?.command === command))
      .map((command) => readCommand(command, context)),
    faults: context.faults,
    found: whole.map(({ rule, hit }) => lookOf(rule, hit.span)),
  }
}

function readCommand(command: PolicyCommand, context: PolicyContext): ReadCommand {
  const { words, wrappers, nesting, folder, feed, span } = command.command
  const looks = rulesFor(command).flatMap((rule) => {
    const hit = rule.find(command, context)
    return hit === null && rule.programs === null ? [] : [lookOf(rule, hit?.span ?? null)]
  })
  return {
    words: words.map(textOf),
    known: command.name !== '',
    wrappers: wrappers.map((own) => own.map(textOf).join(' ')),
    nesting,
    folder,
    feed: feed ?? null,
    span,
    found: looks.filter((look) => look.span !== null),
    passed: looks.filter((look) => look.span === null).map((look) => look.rule),
  }
}

function textOf({ text }: Word): string {
  return text
}

function lookOf({ id, level, reason }: PolicyRule, span: Span | null): Look {
  return { rule: id, level, reason, span }
}

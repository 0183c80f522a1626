import { type ParsedScript, parse } from 'unbash'
import { readNode } from './read-nodes.ts'
import { NO_INPUT, type Reader, type Scope } from './reader.ts'
import { runCall } from './run-call.ts'
import { newState } from './shell-state.ts'
import type { ShellReading } from './simple-command.ts'
import { findTextLimit } from './text-limits.ts'
import { withoutMarks } from './text-marks.ts'

/** Characters of nested texts and of values that one reading looks at; bounds its time. */
const CHARACTERS_MAX = 512 * 1024
/** Readings of loop and function bodies. */
const REPEATS_MAX = 512

/**
 * Reads a command text into the simple commands that a shell would run for it: quotes, escapes, braces and variables
 * that the text sets are resolved; lists, compounds, substitutions, functions, wrappers and texts that are run in turn
 * are followed. A text over the limits gives a fault and no command; one that does not parse gives faults and what could
 * be read. Never throws; the time is bounded by the length of the text.
 */
export function parseCommandLine(text: string): ShellReading {
  const reader = newReader()
  const own = withoutMarks(text)
  const scope: Scope = {
    state: newState(),
    nesting: [],
    source: own,
    fixed: null,
    ...NO_INPUT,
    depth: 0,
    calls: [],
  }
  try {
    reader.readText(own, scope)
    for (const read of reader.later) read()
  } catch (error) {
    // The stack is finite and the parser is not ours: a text that breaks either is one that could not be read.
    reader.faults.add(`the command could not be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { commands: reader.commands, faults: [...reader.faults] }
}

function newReader(): Reader {
  const allowance = { characters: CHARACTERS_MAX, repeats: REPEATS_MAX }
  const faults = new Set<string>()
  const reader: Reader = {
    commands: [],
    faults,
    later: [],
    files: new Map(),
    opened: new Map(),
    temporaries: 0,
    lastStdin: null,
    spend: (characters) => {
      allowance.characters -= characters
      if (allowance.characters < 0) faults.add('the command nests too much text to be read')
      return allowance.characters >= 0
    },
    repeat: () => {
      allowance.repeats -= 1
      if (allowance.repeats < 0) faults.add('the command repeats too much to be read')
      return allowance.repeats >= 0
    },
    readNode: (node, scope) => readNode(reader, node, scope),
    readScript: (script, scope) => readScript(reader, script, scope),
    readText: (text, scope) => readText(reader, text, scope),
    runCall: (call, scope) => runCall(reader, call, scope),
  }
  return reader
}

function readText(reader: Reader, text: string, scope: Scope): void {
  const limit = findTextLimit(text)
  if (limit !== null) {
    reader.faults.add(limit)
    return
  }
  if (!reader.spend(text.length)) return
  readScript(reader, parse(text), { ...scope, source: text })
}

function readScript(reader: Reader, script: ParsedScript, scope: Scope): void {
  const inner = script.source === undefined ? scope : { ...scope, source: script.source }
  for (const { message, pos } of script.errors ?? []) {
    reader.faults.add(`${message} (at offset ${inner.fixed?.[0] ?? pos})`)
  }
  readNode(reader, script, inner)
}

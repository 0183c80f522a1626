import type { HookReply } from '../harness.ts'
import type { Answer, HookEvent } from '../hook.ts'
import { contextText, reasonText } from './display-text.ts'

/** What one harness reads in an answer to one of its events. Events that are not listed read nothing. */
export type AnswerForm = {
  /** How a denial is written; none where nothing can be denied. */
  readonly deny?: 'permission' | 'decision-behavior' | 'block'
  /** How a question to a person is put; `silence` where a person is about to be asked anyway. Without it: denied. */
  readonly ask?: 'permission' | 'silence'
  /** `hookSpecificOutput.additionalContext` reaches the model. */
  readonly context?: true
}

export type AnswerForms = Readonly<Record<string, AnswerForm>>

const SILENCE: HookReply = { stdout: '', stderr: '', exitCode: 0 }

/**
 * The bytes of an answer for Claude Code and Codex. Codex drops an answer with one key too many and then runs the tool,
 * so nothing is ever added to these objects. What an event cannot carry becomes context, else a line on stderr.
 */
export function encodeHookJson(forms: AnswerForms, answer: Answer, event: HookEvent): HookReply {
  const form: AnswerForm = Object.hasOwn(forms, event.name) ? (forms[event.name] ?? {}) : {}
  switch (answer.kind) {
    case 'silent':
      return SILENCE
    case 'context':
      return encodeContext(form, event, answer.text)
    case 'deny':
      return encodeDenial(form, event, answer.reason)
    case 'ask':
      return encodeQuestion(form, event, answer.reason)
    case 'keep-going':
      return encodeKeepGoing(form, event, answer.reason)
  }
}

function encodeDenial(form: AnswerForm, event: HookEvent, reason: string): HookReply {
  if (event.kind === 'stop') return encodeKeepGoing(form, event, reason)
  if (event.kind === 'settings-changed' && !event.canBlock) return note(reason)
  const text = reasonText(reason)
  if (form.deny === 'permission') {
    // Both at once: each of the harnesses that knows only one of them denies too.
    return { stdout: permission(event, 'deny', text), stderr: `${text}\n`, exitCode: 2 }
  }
  if (form.deny === 'decision-behavior') {
    const decision = { behavior: 'deny', message: text }
    return say({ hookSpecificOutput: { hookEventName: event.name, decision } })
  }
  if (form.deny === 'block') return say({ decision: 'block', reason: text })
  // A before-tool event of which we know no form: exit 2 is understood by every harness.
  if (event.kind === 'before-tool') return { stdout: '', stderr: `${text}\n`, exitCode: 2 }
  return encodeContext(form, event, reason)
}

function encodeQuestion(form: AnswerForm, event: HookEvent, reason: string): HookReply {
  if (event.kind !== 'before-tool' || !event.canAsk || form.ask === undefined) return encodeDenial(form, event, reason)
  if (form.ask === 'silence') return note(reason)
  return { ...SILENCE, stdout: permission(event, 'ask', reasonText(reason)) }
}

function encodeKeepGoing(form: AnswerForm, event: HookEvent, reason: string): HookReply {
  if (event.kind !== 'stop') return encodeContext(form, event, reason)
  if (!event.canBlock || form.deny !== 'block') return note(reason)
  // What is left to do may take several lines.
  return say({ decision: 'block', reason: contextText(reason) || reasonText(reason) })
}

function encodeContext(form: AnswerForm, event: HookEvent, text: string): HookReply {
  const additionalContext = contextText(text)
  if (additionalContext === '') return SILENCE
  if (form.context !== true) return note(text)
  return say({ hookSpecificOutput: { hookEventName: event.name, additionalContext } })
}

function permission(event: HookEvent, permissionDecision: 'deny' | 'ask', permissionDecisionReason: string): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: event.name, permissionDecision, permissionDecisionReason },
  })
}

function say(document: object): HookReply {
  return { ...SILENCE, stdout: JSON.stringify(document) }
}

/** A line for whoever reads the log of hooks; it changes nothing. */
function note(text: string): HookReply {
  return { ...SILENCE, stderr: `${reasonText(text)}\n` }
}

import type { Command } from './define-command.ts'

/** A first word of the command line. Its commands are loaded only when it is named. */
export type Group = { readonly name: string; readonly summary: string; load(): Promise<readonly Command[]> }

/** Every command group, in the order of the help. */
export const GROUPS: readonly Group[] = [
  {
    name: 'validate',
    summary: 'check the decision log and every current decision',
    load: async () => [(await import('./commands/validate.ts')).validateCommand],
  },
  {
    name: 'explain',
    summary: "show each decision's history and what applies now",
    load: async () => [(await import('./commands/explain.ts')).explainCommand],
  },
  {
    name: 'decisions',
    summary: 'list, show, start, add, revise, retire, restore, accept',
    load: async () => (await import('./commands/decisions/decisions.ts')).decisionsCommands,
  },
  {
    name: 'policy',
    summary: 'check, explain: judge a command line',
    load: async () => (await import('./commands/policy/policy.ts')).policyCommands,
  },
  {
    name: 'status',
    summary: 'where the work stands, what is missing, and the next command',
    load: async () => [(await import('./commands/status.ts')).statusCommand],
  },
  {
    name: 'resume',
    summary: 'the next step alone, for whoever goes on',
    load: async () => [(await import('./commands/resume.ts')).resumeCommand],
  },
  {
    name: 'event',
    summary: 'append, verify, repair: the log of a piece of work',
    load: async () => (await import('./commands/event/event.ts')).eventCommands,
  },
  {
    name: 'evidence',
    summary: 'run, verify, list: criteria that are measured, and whether that still holds',
    load: async () => (await import('./commands/evidence/evidence.ts')).evidenceCommands,
  },
  {
    name: 'attest',
    summary: "create, verify, export: a checker's verdict about exact bytes",
    load: async () => (await import('./commands/attest/attest.ts')).attestCommands,
  },
  {
    name: 'records',
    summary: 'list, init, new, amend, review, pin: decisions in Markdown that people review, with quorum and seals',
    load: async () => (await import('./commands/records/records.ts')).recordsCommands,
  },
  {
    name: 'hooks',
    summary: 'install, remove, status, doctor',
    load: async () => (await import('./commands/hooks/hooks.ts')).hooksCommands,
  },
]

import type { LogOnDisk, ProcessResult, SessionReport, World } from '../../src/app/world.ts'
import type { HookEvents } from '../../src/core/decisions/evaluate-workspace.ts'
import { Refusal } from '../../src/core/fault.ts'
import type { HarnessName } from '../../src/core/harness.ts'
import type { Plan } from '../../src/core/plan.ts'

/** What a test wants to be true of the world; everything else is empty. */
export type Scene = {
  /** Decision files by name; null for a project without a log. */
  readonly log?: Readonly<Record<string, unknown>> | null
  readonly others?: LogOnDisk['others']
  readonly files?: Readonly<Record<string, string>>
  readonly sessions?: Partial<SessionReport>
  readonly accepted?: readonly string[]
  readonly hooks?: ReadonlyMap<HarnessName, HookEvents>
  readonly run?: (argv: readonly string[]) => Partial<ProcessResult>
  readonly guard?: () => void
  readonly above?: readonly string[]
}

export type FakeWorld = World & {
  /** The log as it stands now. */
  readonly texts: Map<string, string>
  readonly ran: (readonly string[])[]
  readonly applied: Plan[]
}

export const PROJECT = '/project'

/** A world in memory: a project in `/project`, the clock at noon of 2026-11-02. */
export function fakeWorld(scene: Scene = {}): FakeWorld {
  const texts = new Map(Object.entries(scene.log ?? {}).map(([name, value]) => [name, textOf(value)]))
  const ran: (readonly string[])[] = []
  const applied: Plan[] = []
  const files = scene.files ?? {}
  const disk = (): LogOnDisk => ({
    project: PROJECT,
    files: [...texts].map(([name, text]) => ({ name, text })),
    others: scene.others ?? [],
  })
  return {
    texts,
    ran,
    applied,
    cwd: PROJECT,
    environment: {},
    clock: { now: () => new Date('2026-11-02T12:00:00Z'), today: () => '2026-11-02' },
    readInput: async () => 'git status\n',
    progress: { show: () => () => undefined },
    files: {
      readText: async (path) => files[nameOf(path)] ?? null,
      kindOf: async (path) => (path === PROJECT ? 'folder' : null),
      entryKind: async (path) => (path === PROJECT ? 'folder' : nameOf(path) in files ? 'file' : null),
      readBytes: async (path) => (nameOf(path) in files ? new TextEncoder().encode(files[nameOf(path)]) : null),
      namesIn: async () => [],
      entriesIn: async (folder) => entriesIn(files, nameOf(folder)),
      resolve: async (path) => path,
      apply: async (plan) => void applied.push(plan),
    },
    git: {
      topLevel: async () => null,
      requireTop: async () => null,
      ownFolder: async () => null,
      commit: async () => null,
      mergeBase: async () => null,
      mergeTree: async () => null,
      listTree: async () => [],
      lastCommitTime: async () => null,
      treeEntries: async () => [],
      readBlobs: async () => new Map(),
      changedSince: async () => null,
      listIgnored: async () => [],
      remoteUrl: async () => null,
      setting: async () => null,
      listFiles: async () => null,
      listPathBytes: async () => new Uint8Array(),
    },
    processes: {
      run: async ({ argv }) => {
        ran.push(argv)
        return { exitCode: 0, stdout: '', stderr: '', trouble: null, ...scene.run?.(argv) }
      },
    },
    logs: {
      find: async () => (scene.log === null ? [] : [PROJECT, ...(scene.above ?? [])]),
      read: async () => (scene.log === null ? null : disk()),
      change: async (_project, plan) => {
        const { name, after } = plan(disk())
        texts.set(name, after)
        return disk()
      },
    },
    evidence: {
      hash: async () => null,
      match: async () => ({ files: [], outside: [] }),
      create: async (_workspace, folder, stem) => `${folder}/${stem}.json`,
      openOutputs: async () => {
        throw new Error('the fake world keeps no output')
      },
      assertInside: async () => undefined,
      list: async () => [],
    },
    criteria: {
      run: async ({ argv }) => {
        ran.push(argv)
        const output = { bytes: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }
        const end = { kind: 'exited', exitCode: 0, trouble: null, durationMs: 1, leftOver: [] } as const
        return { ...end, stdout: output, stderr: output }
      },
    },
    copies: {
      parallelism: 1,
      look: async () => ({ kind: 'no-file' }),
      open: async () => {
        throw new Error('the fake world makes no copies')
      },
    },
    snapshots: { take: async () => [] },
    signatures: {
      prepare: async () => undefined,
      sign: async () => '',
      verify: async () => ({ accepted: false, detail: 'the fake world knows no key' }),
      judge: async () => 'unavailable',
    },
    events: {
      read: async (_place, look) => look({ sizeBytes: 0, checkpoint: null, bytes: () => new Uint8Array() }),
      append: async (_place, plan) => void plan({ sizeBytes: 0, checkpoint: null, bytes: () => new Uint8Array() }),
      cut: async () => null,
    },
    workTrees: {
      open: async () => ({
        pathExists: (path) => path in files,
        matchedFiles: () => Object.keys(files),
        readText: (path) => files[path] ?? null,
      }),
    },
    guard: { assertPersonMayWrite: async () => scene.guard?.(), whyNoPerson: async () => null },
    acceptances: { isAccepted: async (_project, digest) => scene.accepted?.includes(digest) ?? false },
    sessions: { report: async () => ({ appends: [], unproven: [], violations: [], ...scene.sessions }) },
    registrations: { hookEvents: async () => scene.hooks ?? new Map() },
    recordWrites: notInThisWorld('recordWrites'),
    sessionTools: notInThisWorld('sessionTools'),
    hooks: notInThisWorld('hooks'),
  }
}

/** Ports whose use cases are tested with the real thing. Touching one refuses, as a machine without it would. */
function notInThisWorld<T extends object>(name: string): T {
  const get = () => {
    throw new Refusal({ code: 'not-in-this-world', message: `this world has no ${name}` })
  }
  return new Proxy({}, { get }) as T // every property throws, so the type is never relied on
}

/** A decision file with these entries. */
export function decisionFile(id: string, ...history: readonly object[]): object {
  return { schema_version: 2, id, history }
}

/** A decision entry. */
export function entry(check?: object, title = 'Title'): object {
  return { title, rationale: 'Reason.', ...(check === undefined ? {} : { check }) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`
}

function nameOf(path: string): string {
  return path.replace(`${PROJECT}/`, '')
}

/** The files directly in a folder; null where it has none. */
function entriesIn(files: Readonly<Record<string, string>>, folder: string) {
  const names = Object.keys(files).filter((path) => path.slice(0, path.lastIndexOf('/')) === folder)
  return names.length === 0
    ? null
    : names.map((path) => ({ name: path.slice(folder.length + 1), kind: 'file' as const }))
}

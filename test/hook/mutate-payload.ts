import fc from 'fast-check'

type Json = unknown
type Holder = Record<string, Json> | Json[]
type Slot = { readonly holder: Holder; readonly key: string }

/** Values that a harness would hardly send, and values that try to be something else. */
const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1.5,
  1e308,
  '',
  ' ',
  [],
  {},
  [null],
  [['.hdr/decisions/HDR-003.json']],
  { file_path: '.hdr/decisions/HDR-003.json' },
  '.hdr/decisions/HDR-003.json',
  './.HDR//Decisions/../decisions/hdr-003.json',
  '../../../../../../etc/passwd',
  '/',
  '~',
  '/dev/null',
  'file:///tmp/%2e%2e/%',
  'a\0b',
  '\ud800',
  '\u202e\u0000\u001b[31m',
  '__proto__',
  'constructor',
  'Bash',
  'apply_patch',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SessionStart',
  'tool.execute.before',
  'rm -rf .hdr',
  'sh -c "echo \'',
  'cat <<A <<B\n$(',
  'git status',
  'git status; rm -rf .hdr',
  '*** Begin Patch\n*** Delete File: .hdr/decisions/HDR-003.json\n*** End Patch',
  '*** Begin Patch\n*** Update File: ',
  '{"schema_version":2}',
]
const NAMES = [
  'tool_name',
  'tool_input',
  'hook_event_name',
  'session_id',
  'cwd',
  'command',
  'file_path',
  'input',
  'output',
  'args',
  'hook',
  '__proto__',
  'toString',
  '',
]

const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
const at = fc.nat({ max: 200 })
const edit = fc.oneof(
  fc.record({ kind: fc.constant('drop' as const), at }),
  fc.record({
    kind: fc.constant('rename' as const),
    at,
    name: fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 8 })),
  }),
  fc.record({ kind: fc.constant('copy' as const), at, to: at }),
  fc.record({ kind: fc.constant('set' as const), at, value: odd }),
  fc.record({ kind: fc.constant('wrap' as const), at, depth: fc.constantFrom(1, 2, 50, 250) }),
)
const textEdit = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat({ max: 3_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      at: fc.nat({ max: 3_000 }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('double' as const), name: fc.constantFrom(...NAMES), value: odd }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'mark' as const }, { kind: 'nul' as const }) },
)
const rare = fc.oneof(
  { weight: 300, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('huge' as const, 'deep' as const), at }) },
)

type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never
type Edit = ValueOf<typeof edit>
type TextEdit = ValueOf<typeof textEdit>
export type Mutation = {
  readonly base: number
  readonly edits: readonly Edit[]
  readonly texts: readonly TextEdit[]
  readonly rare: ValueOf<typeof rare>
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  base: fc.nat({ max: 10_000 }),
  edits: fc.array(edit, { maxLength: 4 }),
  texts: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(textEdit, { minLength: 1, maxLength: 2 }) },
  ),
  rare,
})

/** The bytes that a payload became. */
export function mutate(bodies: readonly Json[], { base, edits, texts, rare: one }: Mutation): Buffer {
  const root = { payload: structuredClone(bodies[base % bodies.length]) }
  for (const change of edits) applyEdit(root, change)
  if (one) applyRare(root, one)
  let bytes: Buffer = Buffer.from(JSON.stringify(root.payload) ?? '')
  for (const change of texts) bytes = applyText(bytes, change)
  return bytes
}

function slotsOf(root: Holder): readonly Slot[] {
  const slots: Slot[] = []
  const open: Holder[] = [root]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const key of Object.keys(holder)) {
      slots.push({ holder, key })
      const value = (holder as Record<string, Json>)[key]
      if (typeof value === 'object' && value !== null && slots.length < 1_000) open.push(value as Holder)
    }
  }
  return slots
}

function read({ holder, key }: Slot): Json {
  return (holder as Record<string, Json>)[key]
}

function write({ holder }: Slot, key: string, value: Json): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

function applyEdit(root: Holder, change: Edit): void {
  const slots = slotsOf(root)
  const slot = slots[change.at % slots.length]
  if (!slot) return
  switch (change.kind) {
    case 'set':
      // A copy: a later edit of the same payload must not change the edit itself.
      write(slot, slot.key, structuredClone(change.value))
      return
    case 'wrap':
      write(slot, slot.key, nested(read(slot), change.depth))
      return
    case 'copy': {
      const source = slots[change.to % slots.length]
      write(slot, slot.key, structuredClone(source ? read(source) : null))
      return
    }
    case 'drop':
    case 'rename': {
      const value = read(slot)
      if (Array.isArray(slot.holder)) slot.holder.splice(Number(slot.key), 1)
      else delete slot.holder[slot.key]
      if (change.kind === 'rename' && !Array.isArray(slot.holder)) write(slot, change.name, value)
    }
  }
}

function nested(value: Json, depth: number): Json {
  let made = value
  for (let i = 0; i < depth; i++) made = i % 2 === 0 ? [made] : { input: made }
  return made
}

function applyRare(root: Holder, { kind, at: where }: NonNullable<Mutation['rare']>): void {
  const slots = slotsOf(root)
  const slot = slots[where % slots.length]
  if (!slot) return
  const value = read(slot)
  const text = typeof value === 'string' && value !== '' ? value : 'x/'
  write(slot, slot.key, kind === 'deep' ? nested(value, 3_000) : text.repeat(Math.ceil(300_000 / text.length)))
}

function applyText(bytes: Buffer, change: TextEdit): Buffer {
  switch (change.kind) {
    case 'cut':
      return bytes.subarray(0, change.at % (bytes.length + 1))
    case 'insert': {
      const where = change.at % (bytes.length + 1)
      return Buffer.concat([bytes.subarray(0, where), change.bytes, bytes.subarray(where)])
    }
    case 'double': {
      const again = `${JSON.stringify(change.name)}:${JSON.stringify(change.value)},`
      return bytes[0] === 0x7b ? Buffer.concat([Buffer.from(`{${again}`), bytes.subarray(1)]) : bytes
    }
    case 'mark':
      return Buffer.concat([Buffer.from('\uFEFF'), bytes])
    case 'nul':
      return Buffer.concat([bytes, Buffer.from([0, 0])])
  }
}

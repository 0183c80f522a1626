import { type Node, type ParseError, parseTree } from 'jsonc-parser'
import type { JsonValue } from '../core/codec/json.ts'
import { indentOf, insertItem, layoutOf, removeItem, renderAt, replaceItem, type TextLayout } from './json-text.ts'

export type HookHandler = Readonly<Record<string, JsonValue>>

/** What differs between the harnesses that keep `hooks` → event → groups → handlers in a JSON file. */
export type HooksDialect = {
  readonly events: readonly string[]
  /** The handler to be registered at the event. */
  wanted(event: string): HookHandler
  isOurs(handler: HookHandler): boolean
  /** Whether our handler would run as it stands, in a group with this matcher. */
  runs(event: string, matcher: JsonValue | undefined, handler: HookHandler): boolean
}

/**
 * The text with our handler under every event. What stands there stays, byte for byte; a handler of ours with another
 * command is replaced where it stands. A text that is no JSON object comes back as it is.
 */
export function mergeHooks(before: string | null, dialect: HooksDialect): string {
  if (before === null || before.trim() === '') return newFile(dialect)
  const { mark, body } = splitMark(before)
  const layout = layoutOf(body) // of the text as it came: what we add must not set the tone
  return mark + dialect.events.reduce((text, event) => mergeEvent(text, event, dialect, layout), body)
}

function newFile(dialect: HooksDialect): string {
  const hooks = Object.fromEntries(dialect.events.map((event) => [event, [groupOf(dialect.wanted(event))]]))
  return `${JSON.stringify({ hooks }, null, 2)}\n`
}

function groupOf(handler: HookHandler): JsonValue {
  return { hooks: [handler] }
}

function mergeEvent(text: string, event: string, dialect: HooksDialect, layout: TextLayout): string {
  const root = rootOf(text)
  if (root === null) return text
  const wanted = dialect.wanted(event)
  const hooks = lastValue(root, 'hooks')
  if (hooks === null)
    return insertItem(text, root, { key: 'hooks', value: { [event]: [groupOf(wanted)] }, depth: 1 }, layout)
  if (hooks.type !== 'object') return text
  const groups = lastValue(hooks, event)
  if (groups === null) return insertItem(text, hooks, { key: event, value: [groupOf(wanted)], depth: 2 }, layout)
  if (groups.type !== 'array') return text
  const ours = handlersOf(groups).filter((one) => dialect.isOurs(one.handler))
  const [only] = ours
  if (ours.length === 1 && only !== undefined && dialect.runs(event, only.matcher, { ...only.handler, ...wanted })) {
    return holds(only.handler, wanted, event, only.matcher, dialect)
      ? text
      : replaceItem(text, only.node, wanted, 5, layout)
  }
  const cleared = ours.length === 0 ? text : removeOurs(text, event, dialect)
  return appendGroup(cleared, event, groupOf(wanted), layout)
}

function holds(
  handler: HookHandler,
  wanted: HookHandler,
  event: string,
  matcher: JsonValue | undefined,
  dialect: HooksDialect,
): boolean {
  const same = Object.entries(wanted).every(([key, value]) => JSON.stringify(handler[key]) === JSON.stringify(value))
  return same && dialect.runs(event, matcher, handler)
}

function appendGroup(text: string, event: string, group: JsonValue, layout: TextLayout): string {
  const root = rootOf(text)
  const hooks = root && lastValue(root, 'hooks')
  if (root === null || hooks === null) return text
  const groups = lastValue(hooks, event)
  if (groups === null) return insertItem(text, hooks, { key: event, value: [group], depth: 2 }, layout)
  return insertItem(text, groups, { value: group, depth: 3 }, layout)
}

/** The text without our handlers, or null where nothing but what we made would be left. */
export function withoutHooks(before: string, dialect: HooksDialect): string | null {
  const { mark, body } = splitMark(before)
  const after = withoutHooksIn(body, dialect)
  return after === null ? null : mark + after
}

/** The parser takes a byte order mark for a fault; one of the harnesses does not. */
function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith('\ufeff') ? { mark: '\ufeff', body: text.slice(1) } : { mark: '', body: text }
}

function withoutHooksIn(before: string, dialect: HooksDialect): string | null {
  const root = rootOf(before)
  const hooks = root && lastValue(root, 'hooks')
  if (root === null || hooks === null || hooks.type !== 'object') return before
  const events = propertiesOf(hooks).map((property) => keyOf(property))
  const allOurs = events.length > 0 && propertiesOf(hooks).every((property) => isWhollyOurs(property, dialect))
  if (allOurs && isAsMade(before, hooks, 1)) {
    if (before === `${renderAt(jsonOf(root), '', layoutOf(before))}${layoutOf(before).eol}`) {
      if (root.children?.length === 1) return null
    }
    return removeItem(before, root, hooks.parent as Node) // a value's parent is its property
  }
  return [...new Set(events)].reduce((text, event) => removeOurs(text, event, dialect), before)
}

function removeOurs(text: string, event: string, dialect: HooksDialect): string {
  const root = rootOf(text)
  const hooks = root && lastValue(root, 'hooks')
  const groups = hooks && lastValue(hooks, event)
  if (hooks === null || groups === null || groups.type !== 'array') return text
  const property = groups.parent as Node // a value's parent is its property
  if (isWhollyOurs(property, dialect) && isAsMade(text, groups, 2)) return removeItem(text, hooks, property)
  const ours = handlersOf(groups).filter((one) => dialect.isOurs(one.handler))
  const last = ours.at(-1)
  if (last === undefined) return text
  const alone = last.list.children?.length === 1
  const shorter = alone ? removeItem(text, groups, last.group) : removeItem(text, last.list, last.node)
  return removeOurs(shorter, event, dialect)
}

/** Whether the value is written exactly as we write it: then we made it, and its key goes with it. */
function isAsMade(text: string, node: Node, depth: number): boolean {
  const layout = layoutOf(text)
  const written = text.slice(node.offset, node.offset + node.length)
  const found = indentOf(text, (node.parent as Node).offset) // a value's parent is its property
  return layout.units.some(
    (unit) => written === renderAt(jsonOf(node), found ?? unit.repeat(depth), { ...layout, unit }),
  )
}

function isWhollyOurs(property: Node, dialect: HooksDialect): boolean {
  const groups = property.children?.[1]
  if (groups?.type !== 'array' || groups.children === undefined || groups.children.length === 0) return false
  const handlers = handlersOf(groups)
  const plain = groups.children.every((group) => propertiesOf(group).every((one) => keyOf(one) === 'hooks'))
  return plain && handlers.length >= groups.children.length && handlers.every((one) => dialect.isOurs(one.handler))
}

type PlacedHandler = {
  readonly node: Node
  readonly list: Node
  readonly group: Node
  readonly matcher: JsonValue | undefined
  readonly handler: HookHandler
}

function handlersOf(groups: Node): readonly PlacedHandler[] {
  return (groups.children ?? []).flatMap((group) => {
    const list = group.type === 'object' ? lastValue(group, 'hooks') : null
    if (list?.type !== 'array') return []
    const matcher = lastValue(group, 'matcher')
    return (list.children ?? [])
      .filter((node) => node.type === 'object')
      .map((node) => ({
        node,
        list,
        group,
        matcher: matcher === null ? undefined : jsonOf(matcher),
        handler: jsonOf(node) as HookHandler, // an object node
      }))
  })
}

function rootOf(text: string): Node | null {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  return root?.type === 'object' && errors.length === 0 ? root : null
}

function propertiesOf(node: Node): readonly Node[] {
  return node.type === 'object' ? (node.children ?? []) : []
}

function keyOf(property: Node): string {
  return String(property.children?.[0]?.value)
}

/** Of a key that stands twice the last one counts, as it does for the harness. */
function lastValue(object: Node, key: string): Node | null {
  const property = propertiesOf(object).findLast((one) => keyOf(one) === key)
  return property?.children?.[1] ?? null
}

function jsonOf(node: Node): JsonValue {
  if (node.type === 'array') return (node.children ?? []).map(jsonOf)
  if (node.type !== 'object') return node.value as JsonValue // a scalar node
  return Object.fromEntries(propertiesOf(node).map((one) => [keyOf(one), jsonOf(one.children?.[1] as Node)]))
}

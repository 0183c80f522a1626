import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gatesJsonSchemas, isEnforced, parseGates } from './gates-file.ts'

const file = (gates: unknown, more: object = {}) => JSON.stringify({ schema: 'bylaw.gates/v1', gates, ...more })

describe('a gates file', () => {
  it.each([
    [{}],
    [{ scope: { spec: 'work.json' }, closure: {} }],
    [{ 'fresh-evidence': { criteria: [{ id: 'unit', command: ['npm', 'test'] }, { id: 'lint' }] } }],
    [{ 'read-only-checker': { allowed_signers: 'a' }, human: { people: ['ana'], allowed_signers: 'a' } }],
  ])('%j is taken as it is', (gates) => expect(parseGates(file(gates), 'f')).toEqual({ ok: true, value: gates }))

  it.each([
    ['{', 'gates/not-json'],
    [file({}, { schema: 'bylaw.gates/v2' }), '/schema: "schema" must be "bylaw.gates/v1"'],
    [file({}, { allow: [] }), '/allow: the key "allow" is not known here'],
    [file({ humann: {} }), '/gates/humann: the key "humann" is not known here'],
    [file({ scope: {} }), '/gates/scope/spec: "spec" is missing'],
    [file({ human: { people: [], allowed_signers: 'a' } }), 'a list with something in it'],
    [file({ 'fresh-evidence': { criteria: [{ id: '../x' }] } }), '"id" must be a plain name'],
    [file({ closure: { sure: true } }), '/gates/closure/sure'],
  ])('%s is refused', (text, words) => {
    const parsed = parseGates(text, 'f')
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) expect(parsed.faults.map(({ code, message }) => `${code} ${message}`).join('\n')).toContain(words)
  })

  it('tells every fault at once', () => {
    const parsed = parseGates(file({ scope: {}, human: {} }), 'f')
    expect(parsed.ok ? [] : parsed.faults).toHaveLength(3)
  })

  it('enforces what it names and nothing else', () => {
    const gates = { closure: {} }
    expect(['closure', 'human', 'toString', 'qa'].map((gate) => isEnforced(gates, gate))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it.each(Object.entries(gatesJsonSchemas()))('schemas/%s is what the code says (npm run schemas)', (name, schema) => {
    expect(readFileSync(`schemas/${name}`, 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`)
  })
})

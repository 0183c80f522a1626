import type { Fault, Parsed } from '../fault.ts'
import { JsonReader } from './json-reader.ts'
import type { JsonFaultCode } from './json-value.ts'
import { LineIndex } from './line-index.ts'

/** A number as it stands in a JSON text: `600.0` and `600` are two numbers, and 2^53 + 1 is one of its own. */
export class NumberToken {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** Whether it is a whole number by its form: no fraction, no exponent. */
  get isWhole(): boolean {
    return !/[.eE]/.test(this.text)
  }

  /** The nearest double. */
  get value(): number {
    return Number(this.text)
  }
}

/** A JSON value whose numbers keep their form, as every hash of the protocol needs it (protocol-a 1.3). */
export type TokenValue = null | boolean | string | NumberToken | readonly TokenValue[] | TokenObject
export type TokenObject = { readonly [key: string]: TokenValue }

export function isTokenObject(value: TokenValue | undefined): value is TokenObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberToken)
}

/** Reads one strict JSON text as `parseJson` does, and keeps each number as its token. A number over 1.8e308 is refused. */
export function parseTokenJson(
  text: string,
  options: { readonly file: string; readonly depthMax?: number },
): Parsed<TokenValue, JsonFaultCode> {
  const reader = new JsonReader(text, {
    depthMax: options.depthMax ?? 64,
    exact: false,
    spots: false,
    readNumber: (token) => new NumberToken(token),
  })
  const value = reader.read() as TokenValue
  if (reader.faults.length === 0) return { ok: true, value }
  const lines = new LineIndex(text)
  const faults = reader.faults.map(({ code, message, pointer, offset }): Fault<JsonFaultCode> => {
    return { code, message, at: { file: options.file, pointer, line: lines.lineAt(offset) } }
  })
  return { ok: false, faults }
}

/** The number token of a whole number. */
export function wholeNumber(value: number): NumberToken {
  if (!Number.isSafeInteger(value)) throw new TypeError(`no whole number: ${value}`)
  return new NumberToken(String(value === 0 ? 0 : value))
}

/** The number token of a measured quantity: always with a point or an exponent, as Python writes a float. */
export function floatNumber(value: number): NumberToken {
  return new NumberToken(floatText(value))
}

/**
 * The canonical text of the protocol (protocol-a 1.3): keys by code point, no blanks, nothing escaped but what JSON must
 * escape, whole numbers as they stand, others as Python writes a float. Every hash and signature of it covers the UTF-8
 * bytes of this text.
 */
export function canonicalTokenJson(value: TokenValue): string {
  return write(value, null, '')
}

/** The text of a record file or report: as the canonical one, with an indent of two and a line end at the end. */
export function indentedTokenJson(value: TokenValue): string {
  return `${write(value, '  ', '\n')}\n`
}

function write(value: TokenValue, indent: string | null, lead: string): string {
  if (value instanceof NumberToken) return numberText(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value === 'boolean') return String(value)
  const inner = indent === null ? '' : lead + indent
  const isList = Array.isArray(value)
  const parts = isList
    ? (value as readonly TokenValue[]).map((one) => write(one, indent, inner))
    : Object.keys(value)
        .sort(byCodePoint)
        .map((key) => {
          const text = write((value as TokenObject)[key] as TokenValue, indent, inner)
          return `${JSON.stringify(key)}${indent === null ? ':' : ': '}${text}`
        })
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return parts.length === 0
    ? open + close
    : `${open}${inner}${parts.join(`,${inner}`)}${indent === null ? '' : lead}${close}`
}

/** Orders texts by code point, where the language orders them by UTF-16 unit. */
export function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const left = one.charCodeAt(at)
    const right = other.charCodeAt(at)
    if (left !== right) return rank(left) - rank(right)
  }
  return one.length - other.length
}

/** A surrogate stands for a code point above all that one unit can hold. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

function numberText(token: NumberToken): string {
  if (token.isWhole) return token.text === '-0' ? '0' : token.text
  return floatText(token.value)
}

/** As Python's `repr`: shortest digits, an exponent below 1e-4 and from 1e16 on, of at least two digits. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`no JSON number: ${value}`)
  const [, sign = '', first = '', , rest = '', exponentText = ''] =
    /^(-?)(\d)([.](\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? []
  const minus = Object.is(value, -0) ? '-' : sign
  const exponent = Number(exponentText)
  const digits = first + rest
  if (exponent < -4 || exponent >= 16) {
    const power = String(Math.abs(exponent)).padStart(2, '0')
    return `${minus}${first}${rest === '' ? '' : `.${rest}`}e${exponent < 0 ? '-' : '+'}${power}`
  }
  if (exponent < 0) return `${minus}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${minus}${whole}.${digits.slice(exponent + 1) || '0'}`
}

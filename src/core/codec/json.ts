/** Any JSON value. Objects come without a prototype's keys: `__proto__` is an ordinary key. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

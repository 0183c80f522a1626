/** A whole number of minutes, hours or days. */
export const DURATION = /^([1-9]\d{0,5})([mhd])$/

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The milliseconds of a text that `DURATION` takes, such as `90m`. */
export function durationMs(text: string): number {
  const [, count = '', unit = ''] = DURATION.exec(text) ?? []
  return Number(count) * (UNIT_MS[unit] ?? Number.NaN)
}

const TIMEOUT_S_MAX = 86_400
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

/** Whether an id is a plain name: letters, digits, `. _ -`, at most 80, a letter or digit first (protocol-a 6.1). */
export function isEvidenceId(id: string): boolean {
  return ID.test(id)
}

/** Seconds a criterion may take: a finite number over 0, at most a day (protocol-a 6.1). */
export function isTimeout(value: number): boolean {
  return Number.isFinite(value) && value > 0 && value <= TIMEOUT_S_MAX
}

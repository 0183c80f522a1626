import type { Clock } from '../app/world.ts'

/** Days are local: a person dates an entry by the calendar on the wall. */
export function openClock(now: () => Date): Clock {
  return { now, today: () => dayOf(now()) }
}

function dayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

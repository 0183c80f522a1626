/** How a day is written. */
export const DAY_PATTERN = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether a text is `YYYY-MM-DD` and a day of the Gregorian calendar. */
export function isRealDay(text: string): boolean {
  if (!DAY_PATTERN.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 && leap ? 29 : (MONTH_DAYS[month - 1] ?? 0)
  return year >= 1 && day >= 1 && day <= last
}

import type { Progress } from '../app/world.ts'
import { printable } from '../core/printable.ts'

const FIRST_MS = 500
const EVERY_MS = 200
const CLEAR = '\r\u001b[K'

/** One line on a terminal that is written over; silent anywhere else. */
export function openProgress(
  open: () => { readonly isTerminal: boolean; readonly columns: number; write(text: string): void },
): Progress {
  return {
    show(line) {
      const terminal = open()
      if (!terminal.isTerminal) return () => undefined
      let isShown = false
      const draw = () => {
        isShown = true
        terminal.write(`${CLEAR}${printable(line()).slice(0, terminal.columns - 1)}`)
      }
      let timer = setTimeout(function again() {
        draw()
        timer = setTimeout(again, EVERY_MS)
      }, FIRST_MS)
      return () => {
        clearTimeout(timer)
        if (isShown) terminal.write(CLEAR)
      }
    },
  }
}

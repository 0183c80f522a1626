import { describe, expect, it } from 'vitest'
import { uncalledFunctions } from './uncalled-functions.ts'

describe('uncalledFunctions', () => {
  it.each([
    ['f() { rm -rf src; }', ['f']],
    ['function f { rm -rf src; }', ['f']],
    ['function f() { ls; }; g () (ls)', ['f', 'g']],
    ['f() { rm -rf src; }; f', []],
    // A body that only calls another has no command of its own: calling it once more changes nothing.
    ['f() { ls; }; g() { f; }; g', ['g']],
    ['f() { ls; }; echo f', ['f']],
    ["python -c 'def shutdown(): reboot()'", []],
    ['echo "f() { rm -rf src; }"', []],
    ['ls # f()', []],
    ['f() { f; }', ['f']],
  ])('%s', (text, wanted) => expect(uncalledFunctions(text)).toEqual(wanted))
})

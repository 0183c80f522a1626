import { describe, expect, it } from 'vitest'
import { matchesCommandPattern, parseCommandPattern } from './command-pattern.ts'
import { parseCommandLine } from './parse-command-line.ts'

const matches = (pattern: string, text: string) =>
  parseCommandLine(text).commands.some((command) => matchesCommandPattern(pattern, command))

describe('a command pattern', () => {
  it.each([
    ['npm publish', 'npm publish'],
    ['npm publish', 'npm publish --tag next'],
    ['npm publish', 'cd x && A=1 /usr/bin/npm "publish"'],
    ['npm publish', 'bash -c "npm publish"'],
    ['npm publish', 'echo $(npm publish)'],
    ['npm publish', 'sudo -E npm publish'],
    ['npm publish', 'eval npm publish'],
    ['npm publish', 'C="npm publish"; $C'],
    ['git push * main', 'git push origin main'],
    ['git push * main', 'git push main'],
    ['git push * main', 'git push -f origin main --tags'],
    ['git * push', 'git -C x push'],
    ['git * push', 'git push'],
    ['rm', '\\rm x'],
    ['/bin/rm', '/bin/rm x'],
    ['npm pub*', 'npm publish'],
    ['npm --tag=*', 'npm --tag=x'],
    ['npm --tag=*', 'npm --tag=$T'],
    ['n?m x', 'npm x'],
    ['sudo *', 'sudo rm x'],
    ['sudo', 'sudo rm x'],
    ['timeout * rm', 'sudo timeout 5 rm x'],
    ['bash -c *', 'bash -c "ls"'],
    ['* publish', 'npm publish'],
    ['* publish', '$X publish'],
    ['*', 'ls'],
    ['a * b * c', 'a x b y b z c'],
    ['rm * *', 'rm'],
  ])('%j matches %j', (pattern, text) => expect(matches(pattern, text)).toBe(true))

  it.each([
    ['npm publish', 'npm run publish'],
    ['npm publish', 'npm --silent publish'],
    ['npm publish', 'npm'],
    ['npm publish', 'echo npm publish'],
    ['npm publish', 'git commit -m "npm publish"'],
    ['npm publish', '# npm publish'],
    ['npm publish', '$X publish'],
    ['npm publish', 'npm $X'],
    ['npm publish', 'npm publish$X'],
    ['npm publish', 'npm p*'],
    ['npm publish', 'cnpm publish'],
    ['git push * main', 'git push origin main-menu'],
    ['git push * main', 'git push origin HEAD:main'],
    ['git push * main', 'git push origin $B'],
    ['git push', 'git -C x push'],
    ['/bin/rm', 'rm x'],
    ['n?m x', 'nm x'],
    ['npm ?', 'npm $X'],
    ['n*m x', '$X x'],
    ['NPM publish', 'npm publish'],
    ['', 'npm'],
    ['npm && rm', 'npm && rm'],
    ['a * b * c', 'a x b y z'],
    ['rm', '> x'],
    ['toString', 'ls'],
  ])('%j does not match %j', (pattern, text) => expect(matches(pattern, text)).toBe(false))

  it('is read into words', () => {
    expect(parseCommandPattern('  git push  * main ')).toEqual({ ok: true, value: ['git', 'push', '*', 'main'] })
  })

  it.each([
    ['', 'command-pattern/empty'],
    [' \t', 'command-pattern/empty'],
    ['npm "publish"', 'command-pattern/not-plain'],
    ['a | b', 'command-pattern/not-plain'],
    ['$X', 'command-pattern/not-plain'],
  ])('%j is refused', (pattern, code) => {
    const parsed = parseCommandPattern(pattern)
    expect(parsed.ok ? null : parsed.faults.map((fault) => fault.code)).toEqual([code])
  })

  it('takes no long time on many stars', () => {
    const pattern = `a ${'* b '.repeat(200)}c`
    const text = `a ${'b '.repeat(5000)}`
    const start = performance.now()
    expect(matches(pattern, text)).toBe(false)
    expect(matches('x*a*a*a*a*a*b', `x${'a'.repeat(20_000)}`)).toBe(false)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

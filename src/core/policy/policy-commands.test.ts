import { describe, expect, it } from 'vitest'
import { readContext } from './classify-command.ts'

describe('the name of a program', () => {
  it.each([
    ['\\rm x', 'rm'],
    ['\\r\\m x', 'rm'],
    ['\\g\\it push', 'git'],
    ['C:\\tools\\rm x', 'rm'],
    ['.\\tools\\RM.exe x', 'rm'],
    ['\\\\server\\share\\rm x', 'rm'],
    ['/usr/bin/Git.EXE x', 'git'],
    ['"$HOME/bin/tool" x', 'tool'],
    ['"$DIR"/tool x', 'tool'],
    ['$X x', ''],
    ['rm$X x', ''],
    ['/bin/r? x', ''],
    ['~/bin/tool', 'tool'],
  ])('of %s is %j', (text, name) => {
    expect(readContext(text).commands[0]?.name).toBe(name)
  })
})

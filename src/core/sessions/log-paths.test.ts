import { describe, expect, it } from 'vitest'
import { globRelationTo, relationTo, relativeTo } from './log-paths.ts'

const LOG = '/home/dev/repo/.hdr/decisions'

describe('relationTo', () => {
  it.each([
    ['/home/dev/repo/.hdr/decisions/HDR-001.json', 'inside'],
    ['/home/dev/repo/.HDR/Decisions/hdr-001.json', 'inside'],
    ['/home/dev/repo/.hdr/decisions', 'is'],
    ['/home/dev/repo/.hdr', 'holds'],
    ['/home/dev/repo', 'holds'],
    ['/', 'holds'],
    ['/home/dev/repo-evil/.hdr/decisions', 'apart'],
    ['/home/dev/repo/.hdr/decisions-old/x.json', 'apart'],
    ['/home/dev/repo/src/a.ts', 'apart'],
  ])('%s is %s', (path, relation) => {
    expect(relationTo(path, LOG)).toBe(relation)
  })
})

describe('globRelationTo', () => {
  it.each([
    ['/home/dev/repo/.h*', 'holds'],
    ['/home/dev/repo/.h??', 'holds'],
    ['/home/dev/repo/.[gh]dr/decisions', 'is'],
    ['/home/dev/repo/.[!x]*', 'holds'],
    ['/home/dev/repo/.hdr/decisions/*', 'inside'],
    ['/home/dev/repo/.hdr/*/HDR-001.json', 'inside'],
    ['/home/dev/repo/*', 'apart'],
    ['/home/dev/repo/*/decisions/HDR-001.json', 'apart'],
    ['/home/dev/repo/.git*', 'apart'],
    ['/home/dev/repo/src/*.ts', 'apart'],
    ['/home/dev/repo/.hdr/[z-', 'apart'],
  ])('%s is %s', (glob, relation) => {
    expect(globRelationTo(glob, LOG)).toBe(relation)
  })
})

describe('relativeTo', () => {
  it.each([
    ['/p', '/p/a/b', 'a/b'],
    ['/p', '/P/a', 'a'],
    ['/p', '/p', '.'],
    ['/p', '/pq/a', null],
    ['/', '/a/b', 'a/b'],
  ])('of %s: %s is %s', (project, path, expected) => {
    expect(relativeTo(project, path)).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { permitList } from './permit-parameters.ts'

const faultsOf = (permit: unknown) => {
  const found = z.safeParse(permitList, [permit])
  return found.success ? [] : found.error.issues.map(({ message }) => message)
}
const ofPlace = (place: string) => faultsOf({ rule: 'recursive-delete', paths: [place] })

describe('a place of a permit', () => {
  it.each([
    'dist/**',
    'packages/*/dist',
    '**/node_modules/**',
    '{dist,build}/**',
    'out/*.{js,map}',
    'a/.git-cache/**',
    'vendor/x/.git/**',
    '/tmp/build/**',
    'dist-[0-9]/cache',
    'größe/**',
  ])('may be %s', (place) => expect(ofPlace(place)).toEqual([]))

  it.each([
    '**',
    '*',
    '*/**',
    '{a,b,*}/**',
    '{dist,**}',
    '[!x]**',
    '[a-z]*/**',
    '\\**',
    '**/*.*',
    '?*/**',
    '*.log',
    './**',
    '/**',
    '/tmp/**',
    '/tmp/{a,*}/**',
    '/*/a/**',
    '/[t]mp/a/**',
  ])('is too wide as %s', (place) => {
    if (place === '/tmp/{a,*}/**') expect(ofPlace(place)[0]).toContain('permits too much')
    else expect(ofPlace(place)).toEqual([expect.stringContaining('permits too much')])
  })

  it.each([
    '.git/**',
    '.GIT/hooks',
    '**/.git/**',
    '.g*/hooks/x',
    '[.]hdr/decisions/**',
    '*/.hpp/x',
    '{dist,.hdr}/**',
    '/home/u/p/.hdr/**',
  ])('does not reach what is kept: %s', (place) =>
    expect(ofPlace(place)).toEqual([expect.stringMatching(/permits too much: it reaches \.(?:git|hdr|hpp)/)]),
  )
})

describe('what a permit names', () => {
  it.each([
    [{ rule: 'recursive-delete', paths: ['dist'], commands: ['rm'] }, []],
    [{ rule: 'recursive-delete', commands: ['rm -rf dist'] }, ['permits recursive-delete without "paths"']],
    [{ rule: 'lasting-write', hosts: ['a'] }, ['permits lasting-write without "paths"']],
    [{ rule: 'discard-work', commands: ['git stash drop'] }, []],
    [{ rule: 'discard-work', refs: ['work'] }, []],
    [{ rule: 'discard-work', hosts: ['a'] }, ['permits discard-work without "paths", "refs", "commands"']],
    [{ rule: 'main-push', commands: ['git push origin main'] }, ['permits main-push without "refs"']],
    [{ rule: 'main-push', refs: ['main'] }, []],
    [{ rule: 'external-send', commands: ['curl'] }, ['permits external-send without "hosts"']],
    [{ rule: 'publication', commands: ['npm publish'] }, []],
    [{ rule: 'publication' }, ['permits a rule as a whole']],
    [{ rule: 'publication', commands: ['npm *'] }, ['the command "npm *" of a permit has a wildcard']],
    [{ rule: 'publication', commands: ['np? publish'] }, ['the command "np? publish" of a permit has a wildcard']],
  ])('%o', (permit, faults) => expect(faultsOf(permit)).toEqual(faults))
})

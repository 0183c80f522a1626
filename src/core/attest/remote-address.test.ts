import { describe, expect, it } from 'vitest'
import { remoteAddress, remoteIdentity } from './remote-address.ts'

const SECRET = ['s3cr3t', 'token'].join('-')

describe('the address of a remote', () => {
  it.each([
    'https://git.example.com/a/b.git',
    'https://git.example.com/a/b',
    'HTTPS://Git.Example.COM:443/a/b.git/',
    `https://user:${SECRET}@git.example.com/a/b.git`,
    `https://user:p@ss${SECRET}@git.example.com/a/b.git`,
    'https://git.example.com/a/b.git?x=1#y',
    'https://git.example.com//a//b',
    'https://git.example.com/%61/b',
    'ssh://git@git.example.com/a/b.git',
    'ssh://git.example.com:22/a/b',
    'git://git.example.com/a/b',
    'git@git.example.com:a/b.git',
    'git@git.example.com:/a/b.git',
    'git.example.com:a/b',
  ])('%s is that of one repository', (url) => {
    expect(remoteAddress(url)).toBe('git.example.com/a/b')
  })

  it.each([
    ['https://git.example.com:8443/a/b', 'git.example.com:8443/a/b'],
    ['https://git.example.com/A/b', 'git.example.com/A/b'],
    ['git@[::1]:a/b', '[::1]/a/b'],
    ['https://git.example.com/100%/b', 'git.example.com/100%/b'],
  ])('%s is another: %s', (url, address) => {
    expect(remoteAddress(url)).toBe(address)
  })

  it.each(['/srv/b.git', '../b', 'file:///srv/b.git', 'c:/b', 'C:\\b', '', 'https://git.example.com/', 'ext::sh -c x'])(
    '%s is none that another machine could name',
    (url) => {
      expect(remoteIdentity(url)).toBeNull()
    },
  )

  it('is stored as a hash', () => {
    expect(remoteIdentity('git@git.example.com:a/b')).toMatch(/^[0-9a-f]{64}$/)
    expect(remoteIdentity(`https://${'@'.repeat(50_000)}`)).toBeNull()
  })
})

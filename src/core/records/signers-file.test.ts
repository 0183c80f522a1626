import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSignersFile } from './signers-file.ts'

const { publicKeys } = JSON.parse(readFileSync('test/vectors/chant-seals.json', 'utf8')) as {
  readonly publicKeys: { readonly k1: string }
}
const key = publicKeys.k1

test.each([
  [`a ${key}`, ['a'], null],
  [`a,b ${key} a comment`, ['a', 'b'], null],
  [`a namespaces="x,y" ${key}`, ['a'], 'x,y'],
  [`  a\tnamespaces="x y"\t${key}\r`, ['a'], 'x y'],
])('takes %j', (line, principals, namespaces) => {
  const { signers, leftOut } = parseSignersFile(`# a comment\n\n${line}\n`)
  expect(leftOut).toEqual([])
  expect(signers).toMatchObject([{ principals, namespaces, key: key.split(' ')[1] }])
})

test.each([
  [`a valid-after="20200101" ${key}`, /^valid-after/],
  [`a namespaces="x",valid-before="20200101" ${key}`, /^valid-before/],
  [`a cert-authority ${key}`, /^cert-authority/],
  [`a strange ${key}`, /strange is not known/],
  [`*@example.org ${key}`, /pattern/],
  [`a,!b ${key}`, /pattern/],
  [`a, ${key}`, /without a name/],
  ['a ssh-ed25519 AAAA', /no usable/],
  [`a ssh-rsa ${key.split(' ')[1]}`, /no usable/],
  ['a', /no principal/],
])('leaves out %j', (line, why) => {
  expect(parseSignersFile(`\n${line}`)).toEqual({
    signers: [],
    leftOut: [{ line: 2, why: expect.stringMatching(why) }],
  })
})

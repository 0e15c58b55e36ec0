// The key: its primitives against published vectors, its derivation against another implementation, its refusals.
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { hmacSha256, sha256 } from '../../../src/formats/phi/policy/hmac-sha256.ts'
import { pickNumber, readPhiKey, toHex } from '../../../src/formats/phi/policy/key.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const ascii = (text: string) => new TextEncoder().encode(text)

describe('SHA-256 (FIPS 180-4, examples of NIST)', () => {
  test.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
  ])('%j', (text, digest) => {
    expect(toHex(sha256(ascii(text)))).toBe(digest)
  })
})

test('SHA-256 of a million letters (FIPS 180-4, examples of NIST)', () => {
  expect(toHex(sha256(ascii('a'.repeat(1_000_000))))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0')
})

test('both agree with another implementation for every length up to 300 bytes', () => {
  for (let length = 0; length <= 300; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255)
    const key = message.slice(0, length >> 1)
    expect(toHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
    expect(toHex(hmacSha256(key)(message))).toBe(createHmac('sha256', key).update(message).digest('hex'))
  }
})

describe('HMAC-SHA-256 (RFC 4231 §4)', () => {
  test.each([
    ['4.2', '0b'.repeat(20), toHex(ascii('Hi There')), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '4.3',
      toHex(ascii('Jefe')),
      toHex(ascii('what do ya want for nothing?')),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    ['4.4', 'aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
    [
      '4.5',
      '0102030405060708090a0b0c0d0e0f10111213141516171819',
      'cd'.repeat(50),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      '4.7',
      'aa'.repeat(131),
      toHex(ascii('Test Using Larger Than Block-Size Key - Hash Key First')),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('%s', (_section, key, data, digest) => {
    expect(toHex(hmacSha256(bytes(key))(bytes(data)))).toBe(digest)
  })
})

describe('a key', () => {
  const text = 'correct horse battery staple'

  test('derives every domain as documented, by another implementation', () => {
    const root = createHmac('sha256', text).update('health-tools phi 1').digest()
    const domain = (name: string) => createHmac('sha256', root).update(name).digest()
    const key = readPhiKey(text)
    expect(key.keyId).toBe(createHmac('sha256', domain('key-id')).update('').digest('hex').slice(0, 16))
    for (const value of ['', 'a', 'Ünï', 'x'.repeat(200)]) {
      expect(toHex(key.digest('name', value))).toBe(createHmac('sha256', domain('name')).update(value).digest('hex'))
    }
  })

  test('is the same as text and as base64 of its bytes', () => {
    const encoded = readPhiKey(`base64:${Buffer.from(text).toString('base64')}`)
    expect(encoded.keyId).toBe(readPhiKey(text).keyId)
    expect(encoded.digest('id', '1')).toEqual(readPhiKey(text).digest('id', '1'))
  })

  test('keeps its domains apart, and other keys', () => {
    const key = readPhiKey(text)
    expect(key.digest('id', '1')).not.toEqual(key.digest('name', '1'))
    expect(key.digest('id', '1')).not.toEqual(readPhiKey(`${text}!`).digest('id', '1'))
  })

  test('gives the same after many others and many domains', () => {
    const before = readPhiKey(text).digest('id', '1')
    const held = readPhiKey(text)
    for (let i = 0; i < 200; i++) {
      held.digest(`id:${i}`, '1')
      expect(readPhiKey(`another key of a site, ${i}`).digest('id', '1')).not.toEqual(before)
    }
    expect(held.digest('id', '1')).toEqual(before)
    expect(readPhiKey(text).digest('id', '1')).toEqual(before)
    expect(readPhiKey(text).keyId).toBe(held.keyId)
  })

  test.each([
    ['short', 'too_small'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaa', 'too_weak'],
    ['base64:c2hvcnQ=', 'too_small'],
    ['base64:*******************=', 'invalid_format'],
    ['base64:YWJj YWJjYWJjYWJjYWJjYWJj', 'invalid_format'],
  ])('%j is refused', (secret, code) => {
    let caught: unknown
    try {
      readPhiKey(secret)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(ProblemError)
    expect(caught).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/options/key', code }] })
    expect(JSON.stringify(caught)).not.toContain(secret)
  })
})

test('a number is picked evenly enough: 20,000 picks of 10 are within 10 % of 2,000 each', () => {
  const key = readPhiKey('an evenly spread key')
  const counts = new Array<number>(10).fill(0)
  for (let i = 0; i < 20_000; i++) counts[pickNumber(key.digest('spread', String(i)), 10)]!++
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200)
})

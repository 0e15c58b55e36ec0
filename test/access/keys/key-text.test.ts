// The text of keys: form, checksum, and that no typing error passes.
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { composeKey, isKeyId, isKeyPrefix, parseKey, randomId, randomSecret } from '../../../src/access/keys/key-text.ts'

const ID = 'Ab3dEf6hIj9L'
const SECRET = 'abcdefghijklmnopqrstuvwxyzABCDEF'
const { text, hashed } = composeKey('ht', 'live', ID, SECRET)
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('a key', () => {
  test('is prefix, kind, id, secret and the CRC-32 of what stands before, in base 62', () => {
    const body = `ht_live_${ID}_${SECRET}`
    expect(text).toBe(body + base62(crc32(body)))
    expect(hashed).toBe(`live_${ID}_${SECRET}`)
  })

  test('is read back', () => {
    expect(parseKey(text)).toEqual({ kind: 'live', id: ID, hashed, decoyId: 'uvwxyzABCDEF' })
    const trial = composeKey('acme2', 'trial', ID, SECRET)
    expect(parseKey(trial.text)).toEqual({ kind: 'trial', id: ID, hashed: trial.hashed, decoyId: 'uvwxyzABCDEF' })
  })

  test('with one letter exchanged is no key', () => {
    for (let i = 0; i < text.length; i++) {
      const letter = text[i] === 'x' ? 'y' : 'x'
      expect(parseKey(text.slice(0, i) + letter + text.slice(i + 1)), `letter ${i}`).toBeUndefined()
    }
  })

  test('with two neighbours exchanged, one letter missing or one too many is no key', () => {
    for (let i = 0; i < text.length - 1; i++) {
      if (text[i] !== text[i + 1]) {
        expect(parseKey(text.slice(0, i) + text[i + 1] + text[i] + text.slice(i + 2)), `neighbours ${i}`).toBeUndefined()
      }
      expect(parseKey(text.slice(0, i) + text.slice(i + 1)), `without ${i}`).toBeUndefined()
      expect(parseKey(`${text.slice(0, i)}A${text.slice(i)}`), `with one more at ${i}`).toBeUndefined()
    }
  })

  test.each([
    ['nothing', ''],
    ['a prefix', 'ht_live_'],
    ['another kind', composeKey('ht', 'test' as 'live', ID, SECRET).text],
    ['no kind', composeKey('ht', '' as 'live', ID, SECRET).text],
    ['a space before', ` ${text}`],
    ['a space after', `${text} `],
    ['a letter outside base 62', composeKey('ht', 'live', ID, `${SECRET.slice(1)}ß`).text],
    ['a sign in the id', composeKey('ht', 'live', `${ID.slice(1)}-`, SECRET).text],
    ['a short secret', composeKey('ht', 'live', ID, SECRET.slice(1)).text],
    ['a JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghijklmnop'],
    ['a long text', 'x'.repeat(100_000)],
  ])('is not %s', (_title, other) => {
    expect(parseKey(other)).toBeUndefined()
  })
})

describe('ids and secrets', () => {
  test('have 12 and 32 letters of base 62', () => {
    const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    for (let i = 0; i < 200; i++) {
      expect(isKeyId(randomId(bytes))).toBe(true)
      expect(randomSecret(bytes)).toMatch(/^[0-9A-Za-z]{32}$/)
    }
    expect(isKeyId('short')).toBe(false)
    expect(isKeyId('Ab3dEf6hIj9!')).toBe(false)
  })

  test('take every byte below 248 for one letter and throw the others away, so that no letter is likelier', () => {
    const drawn = new Map<string, number>()
    let next = 0
    const bytes = (length: number) => Uint8Array.from({ length }, () => next++ & 0xff)
    // 31 ids of 12 letters are 372 letters, and 256 bytes in a row give 248 of them: 31 * 8 turns are whole ones.
    for (let i = 0; i < 31 * 16; i++) for (const letter of randomId(bytes)) drawn.set(letter, (drawn.get(letter) ?? 0) + 1)
    expect([...drawn.keys()].sort()).toEqual([...LETTERS].sort())
    const counts = [...drawn.values()]
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.2)
  })

  test('a prefix is 2 to 8 small letters and digits', () => {
    for (const good of ['ht', 'acme2', 'abcdefgh']) expect(isKeyPrefix(good)).toBe(true)
    for (const bad of ['', 'h', 'HT', '2ht', 'h_t', 'abcdefghi', 'hä']) expect(isKeyPrefix(bad)).toBe(false)
  })
})

function base62(value: number): string {
  let rest = value
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = LETTERS[rest % 62]! + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

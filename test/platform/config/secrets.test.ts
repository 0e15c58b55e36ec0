// Secrets from files: who else may read them, what is in them, and the pepper that is made once.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSecret, readPepper, readSecret } from '../../../src/platform/config/secrets.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function write(content: string, mode = 0o600): string {
  const path = join(makeScratchFolder(), 'secret')
  writeFileSync(path, content, { mode })
  chmodSync(path, mode)
  return path
}

describe('a secret', () => {
  test('is the file without the line end at its end', () => {
    for (const [content, secret] of [
      ['abc', 'abc'],
      ['abc\n', 'abc'],
      ['abc\r\n', 'abc'],
      ['a\nb ', 'a\nb '],
    ]) {
      expect(text(readSecret({ kind: 'file', path: write(content!) }))).toBe(secret)
    }
  })

  test.skipIf(process.platform === 'win32').each([
    ['file', 0o600, true],
    ['file', 0o400, true],
    ['file', 0o640, false],
    ['file', 0o604, false],
    ['file', 0o620, false],
    ['credential', 0o440, true],
    ['credential', 0o444, false],
  ] as const)('as %s with mode %o: taken is %s', (kind, mode, isTaken) => {
    const read = () => text(readSecret({ kind, path: write('a secret', mode) }))
    if (isTaken) expect(read()).toBe('a secret')
    else expect(read).toThrow(expect.objectContaining({ code: 'bad_configuration', message: expect.stringContaining('read by others') }))
  })

  test.each([
    ['empty', '\n'],
    ['too large', 'x'.repeat(70_000)],
  ])('that is %s is refused, and its text is not repeated', (_title, content) => {
    const path = write(content)
    expect(() => readSecret({ kind: 'file', path })).toThrow(expect.objectContaining({ code: 'bad_configuration', at: { file: path } }))
  })

  test('that is missing or a folder is refused', () => {
    const folder = makeScratchFolder()
    mkdirSync(join(folder, 'folder'))
    expect(() => readSecret({ kind: 'file', path: join(folder, 'none') })).toThrow(expect.objectContaining({ code: 'bad_configuration' }))
    expect(() => readSecret({ kind: 'file', path: join(folder, 'folder') })).toThrow(expect.objectContaining({ code: 'bad_configuration' }))
  })
})

describe('the pepper', () => {
  test('is made once, private and random, with its folder', () => {
    const path = join(makeScratchFolder(), 'data', 'pepper')
    const source = { kind: 'generated', path } as const
    checkSecret(source)
    const pepper = text(readPepper(source, { mayMake: true }))
    expect(pepper).toMatch(/^[0-9a-f]{64}$/)
    expect(text(readPepper(source, { mayMake: true }))).toBe(pepper)
    expect(readdirSync(join(path, '..'))).toEqual(['pepper'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(text(readPepper({ kind: 'generated', path: join(makeScratchFolder(), 'pepper') }, { mayMake: true }))).not.toBe(pepper)
  })

  test('is never made where it is named, or where keys were made with another one', () => {
    const path = join(makeScratchFolder(), 'pepper')
    expect(() => readPepper({ kind: 'file', path }, { mayMake: true })).toThrow(expect.objectContaining({ code: 'bad_configuration' }))
    expect(() => readPepper({ kind: 'generated', path }, { mayMake: false })).toThrow(
      expect.objectContaining({ code: 'bad_configuration' }),
    )
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  test('has at least 32 bytes', () => {
    expect(() => readPepper({ kind: 'file', path: write('x'.repeat(31)) }, { mayMake: false })).toThrow(/shorter than 32 bytes/)
    expect(readPepper({ kind: 'file', path: write('x'.repeat(32)) }, { mayMake: false })).toHaveLength(32)
  })

  test('is not written over what is there', () => {
    const path = write('')
    expect(() => readPepper({ kind: 'generated', path }, { mayMake: true })).toThrow(/empty/)
    expect(readFileSync(path, 'utf8')).toBe('')
  })
})

// The logo of the branding: images of the known kinds, by their bytes, and nothing else.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { readLogo } from '../../../src/platform/server/web-files.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

function logoOf(content: string | Uint8Array): string | undefined {
  const path = join(makeScratchFolder(), 'logo')
  writeFileSync(path, content)
  return readLogo(path)?.mediaType
}

function errorText(read: () => unknown): string {
  try {
    return String(read())
  } catch (error) {
    return error instanceof ProblemError ? `${error.code} ${error.message}` : 'another error'
  }
}

describe('the logo', () => {
  test.each<[string, string | Uint8Array]>([
    ['image/svg+xml', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a)],
    ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ])('of the type %s', (type, content) => {
    expect(logoOf(content)).toBe(type)
  })

  test.each<[string, string | Uint8Array]>([
    ['is not an SVG, PNG, JPEG or WebP image', '<html><script>1</script></html>'],
    ['is not an SVG, PNG, JPEG or WebP image', ''],
    ['is larger than', new Uint8Array(262_145)],
  ])('that %s is refused', (words, content) => {
    expect(errorText(() => logoOf(content))).toContain(`bad_configuration branding.logo ${words}`)
  })

  test('that is not there is refused, and none is none', () => {
    expect(errorText(() => readLogo(join(makeScratchFolder(), 'none')))).toContain('bad_configuration branding.logo does not exist')
    expect(readLogo(null)).toBeNull()
  })
})

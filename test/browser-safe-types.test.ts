// The compiler refuses Node in the browser-safe folders: src/tsconfig.json knows no types of Node and no file above its floors.
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectFolder } from './architecture/source-file.ts'

const PROBLEMS: Readonly<Record<string, string>> = {
  'module-of-node': "import { readFileSync } from 'node:fs'\nexport const read = readFileSync",
  'type-of-node': "import type { Server } from 'node:http'\nexport type Listener = Server",
  'module-without-scheme': "import fs from 'fs'\nexport const read = fs.readFileSync",
  buffer: "export const bytes = Buffer.from('')",
  'buffer-as-type': 'export type Bytes = Buffer',
  process: 'export const home = process.env.HOME',
  'set-immediate': 'export const later = setImmediate',
  'upward-import': "import { textFlag } from '../../../src/cli/verb.ts'\nexport const read = textFlag",
  'upward-type': "import type { Verb } from '../../../src/cli/verb.ts'\nexport type Command = Verb",
}

/** A project with the settings of src/tsconfig.json, in the folder of all build products. */
const folder = join(projectFolder, 'dist', 'planted-types')
let errors: readonly string[] = []

beforeAll(async () => {
  mkdirSync(join(folder, 'core'), { recursive: true })
  const settings = {
    extends: '../../src/tsconfig.json',
    compilerOptions: { rootDir: '../..', outDir: 'out', tsBuildInfoFile: 'out/info' },
    include: ['core'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  for (const [name, text] of Object.entries(PROBLEMS)) writeFileSync(join(folder, 'core', `${name}.ts`), `${text}\n`)
  writeFileSync(join(folder, 'core', 'sound.ts'), "export const bytes: Uint8Array = new TextEncoder().encode(new URL('a:b').href)\n")
  errors = await compile()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the compiler refuses a planted fault:', () => {
  test.each(Object.keys(PROBLEMS))('%s', (name) => {
    expect(errors.filter((line) => line.includes(`core/${name}.ts`))).not.toEqual([])
  })

  test('but not what a browser has', () => {
    expect(errors.filter((line) => line.includes('core/sound.ts'))).toEqual([])
  })
})

function compile(): Promise<string[]> {
  const tsc = join(projectFolder, 'node_modules', '.bin', 'tsc')
  return new Promise((resolve) => {
    execFile(tsc, ['--project', folder, '--pretty', 'false'], { cwd: folder }, (_error, stdout) =>
      resolve(stdout.split('\n').filter(Boolean)),
    )
  })
}

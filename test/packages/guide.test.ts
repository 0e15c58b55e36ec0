// Runs the administrator's guide on a Debian 12 that really boots: every `sh` block and, in its scene, every `console` block, with every `yaml`
// block merged into the configuration.
// Runs where `npm run package` made the packages, else says so.
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { completeRelease } from '../../build/packages/release.ts'
import { ADMIN_CHAPTERS } from '../../src/cli/manual/admin-chapters.ts'
import { makeFolder, projectFolder } from '../binary/program.ts'
import { listBlocks, mergeSettings, readChapter } from '../docs/guide-blocks.ts'
import { type BootedSystem, bootSystem, whyNoBootedSystem } from './booted-system.ts'
import { commandsOf, type Scene, sceneOf } from './guide-scenes.ts'
import { SECONDS } from './small-tree.ts'

const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
const release = join(projectFolder, 'dist', 'release', `health-tools-${version}`)
const reason = existsSync(join(release, `health-tools_${version}_amd64.deb`))
  ? whyNoBootedSystem()
  : 'npm run package has not made the packages'
if (reason !== undefined) process.stdout.write(`The administrator's guide is not run on a booted system: ${reason}.\n`)

const CONFIG = '/etc/health-tools/config.yaml'
/** What the commands of the guide use besides the package: an administrator has it on the machine. */
const TOOLS = ['curl', 'openssl', 'less', 'unzip', 'logrotate', 'apache2', 'postgresql']

describe.skipIf(reason !== undefined)("the administrator's guide on a booted Debian 12", { timeout: 180_000 }, () => {
  const scratch = makeFolder()
  let system: BootedSystem

  beforeAll(async () => {
    execFileSync('cp', ['--recursive', `${release}/.`, scratch.path])
    system = await bootSystem(scratch.path, { name: 'guide', packages: TOOLS })
    await system.must('sh', '-c', `echo ${makeSignedRelease()} | base64 --decode | tar --extract --directory=/root`)
  }, 900_000)
  afterAll(async () => {
    await system?.stop()
    scratch[Symbol.dispose]()
  }, 60_000)

  // In the order of the guide: the first chapter installs what the others use.
  test.each(ADMIN_CHAPTERS)('%s: every command succeeds', async (name) => {
    if (name === 'install') return runBlocks(name, undefined)
    const own: unknown = parse(await system.must('cat', CONFIG))
    try {
      await runBlocks(name, own)
    } finally {
      await writeConfig(own)
      expect(await system.run('systemctl', 'restart', 'health-tools'), `after ${name}`).toMatchObject({ code: 0 })
    }
  })

  async function runBlocks(name: string, settings: unknown): Promise<void> {
    let commands = 0
    for (const { language, text, line } of listBlocks(readChapter(name))) {
      const place = `docs/admin/${name}.md:${line}`
      const scene = language === 'console' ? sceneOf(name, text) : undefined
      if (language === 'console') expect(scene, `${place} has no scene`).toBeDefined()
      if (language === 'yaml') await writeConfig(mergeSettings(settings, parse(text)))
      if (scene?.elsewhere !== undefined || (language !== 'sh' && language !== 'console')) continue
      for (const [part, script] of scene ? partsOf(scene, text) : [['', text] as const]) {
        const { code, stdout, stderr } = await system.run('sh', '-c', `set -eu\n${script}\n`)
        expect(code, `${place}${part}\n${stdout}${stderr}`).toBe(0)
      }
      commands++
    }
    expect(commands).toBeGreaterThan(0)
  }

  /** A block of a scene in the folder of the scene, with what comes before it and after it. */
  function partsOf(scene: Scene, text: string): (readonly [part: string, script: string])[] {
    const { before = '', after = '', folder = '/packages' } = scene
    return [
      [', before', before],
      ['', `cd ${folder}\n${commandsOf(text, scene)}`],
      [', after', after],
    ]
  }

  /** A release of one file as its builder signs it, with the public key beside it: a tar in base64. */
  function makeSignedRelease(): string {
    using folder = makeFolder()
    const release = join(folder.path, 'signed')
    mkdirSync(release)
    writeFileSync(join(release, 'a.deb'), 'package')
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    completeRelease(release, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), SECONDS)
    writeFileSync(join(folder.path, 'builder.pub'), publicKey.export({ type: 'spki', format: 'pem' }))
    return execFileSync('tar', ['--create', `--directory=${folder.path}`, 'signed', 'builder.pub']).toString('base64')
  }

  async function writeConfig(settings: unknown): Promise<void> {
    const encoded = Buffer.from(stringify(settings)).toString('base64')
    await system.must('sh', '-c', `echo ${encoded} | base64 --decode > ${CONFIG}`)
  }
})

// The offline archive as a repository: gpgv verifies the signatures, and the apt of this machine installs from it without a network, and
// refuses it where anything was changed. What is installed goes to a root of its own.
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeb } from '../../../build/packages/package-deb.ts'
import { makeRpm } from '../../../build/packages/package-rpm.ts'
import { openPgpSigner } from '../../../build/repositories/open-pgp.ts'
import { makeRepositories } from '../../../build/repositories/package-repositories.ts'
import { makeFolder } from '../../binary/program.ts'
import { listSmallFiles, SECONDS } from '../small-tree.ts'

const has = (program: string): boolean => spawnSync('which', [program]).status === 0
const isRoot = process.getuid?.() === 0
const reason = ['dpkg-deb', 'apt-get', 'gpgv'].find((program) => !has(program))
if (reason !== undefined || !isRoot) process.stdout.write(`The repositories are not tested: ${reason ?? 'root'} is missing.\n`)

describe.skipIf(reason !== undefined || !isRoot)('the offline archive', () => {
  const scratch = makeFolder()
  const release = join(scratch.path, 'release')
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const facts = { version: '0.1.0', architecture: 'x64', seconds: SECONDS, effort: 0 } as const
  const place = { outputFolder: release, workFolder: join(scratch.path, 'work') }
  afterAll(() => scratch[Symbol.dispose]())
  beforeAll(() => {
    const files = listSmallFiles(join(scratch.path, 'small'))
    makeDeb(files, facts, place)
    if (has('rpmbuild')) makeRpm(files, facts, place)
    makeRepositories(release, pem, SECONDS)
  })

  /** What apt does with this repository alone, in a state of its own and with a `dpkg` that only unpacks. */
  function aptWith(...args: string[]): { status: number | null; said: string } {
    const state = join(scratch.path, 'apt')
    for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(state, folder), { recursive: true })
    writeFileSync(join(state, 'status'), '')
    writeFileSync(join(state, 'sources.list'), `deb [signed-by=${release}/health-tools-packages.asc] file:${release} ./\n`)
    const own = {
      'APT::Architecture': 'amd64',
      'APT::Sandbox::User': 'root',
      'Dir::State': state,
      'Dir::State::status': join(state, 'status'),
      'Dir::Cache': join(state, 'cache'),
      'Dir::Etc::sourcelist': join(state, 'sources.list'),
      'Dir::Etc::sourceparts': '-',
    }
    const options = Object.entries(own).map(([name, value]) => `--option=${name}=${value}`)
    const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], { encoding: 'utf8', cwd: scratch.path })
    return { status, said: stdout + stderr }
  }

  const fresh = (): void => rmSync(join(scratch.path, 'apt'), { recursive: true, force: true })

  test('is verified by apt, which takes the package from it', () => {
    fresh()
    const update = aptWith('update')
    expect([update.status, update.said]).toEqual([0, expect.not.stringMatching(/NO_PUBKEY|not signed|^W:|^E:/m)])
    const download = aptWith('download', 'health-tools')
    expect([download.status, download.said]).toEqual([0, expect.not.stringMatching(/^W:|^E:/m)])
    const simulated = aptWith('--simulate', '--no-download', 'install', 'health-tools')
    expect(simulated.said).toContain('health-tools')
  })

  test.each([
    ['a changed index', () => appendFileSync(join(release, 'Packages'), '\n'), () => rmSync(join(release, 'Packages.gz'), { force: true })],
    ['a changed list of indexes', () => appendFileSync(join(release, 'Release'), 'Suite: other\n'), () => undefined],
    ['no signature', () => rmSync(join(release, 'Release.gpg')), () => undefined],
  ])('is refused by apt with %s', (_title, harm, alsoHarm) => {
    const kept = new Map(['Packages', 'Packages.gz', 'Release', 'Release.gpg'].map((name) => [name, readFileSync(join(release, name))]))
    fresh()
    harm()
    alsoHarm()
    const { status, said } = aptWith('update')
    for (const [name, bytes] of kept) writeFileSync(join(release, name), bytes)
    expect([status, said]).toEqual([100, expect.stringMatching(/^E:/m)])
  })

  test.skipIf(!has('createrepo_c') || !has('rpmbuild'))('has signed metadata for dnf that name the package', () => {
    const index = join(release, 'repodata', 'repomd.xml')
    expect(execFileSync('zcat', [join(release, 'repodata', 'primary.xml.gz')], { encoding: 'utf8' })).toContain('<name>health-tools</name>')
    expect(verify(`${index}.asc`, index)).toBe(0)
    appendFileSync(index, ' ')
    expect(verify(`${index}.asc`, index)).not.toBe(0)
  })

  function verify(signature: string, file: string): number | null {
    const keyring = join(scratch.path, 'keyring.gpg')
    // gpgv takes keys without armor.
    const body = readFileSync(join(release, 'health-tools-packages.asc'), 'utf8').split('\n\n')[1]!.split('\n=')[0]!
    writeFileSync(keyring, Buffer.from(body, 'base64'))
    return spawnSync('gpgv', ['--keyring', keyring, signature, file]).status
  }

  test('is signed so that gpgv takes any text, and is the same twice', () => {
    const signer = openPgpSigner(pem, 'health-tools packages', SECONDS)
    const file = join(scratch.path, 'text')
    // Numbers with leading zero bits have other lengths: some of so many signatures have them.
    for (let i = 0; i < 40; i++) {
      writeFileSync(file, `text ${i}`)
      writeFileSync(`${file}.asc`, signer.sign(Buffer.from(`text ${i}`)))
      expect([i, verify(`${file}.asc`, file)]).toEqual([i, 0])
    }
    expect(signer.sign(Buffer.from('x'))).toBe(openPgpSigner(pem, 'health-tools packages', SECONDS).sign(Buffer.from('x')))
    expect(existsSync(join(release, 'health-tools-packages.asc'))).toBe(true)
  })
})

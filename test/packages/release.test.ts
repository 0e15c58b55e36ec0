// A release as a site checks it: checksums, signature and nothing beside them; and the bill of materials against what was bundled.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { composeBillOfMaterials } from '../../build/packages/bill-of-materials.ts'
import { completeRelease } from '../../build/packages/release.ts'
import { composeVex } from '../../build/packages/vex.ts'
import { checkIntegrity } from '../../build/runtime.ts'
import { makeFolder, projectFolder } from '../binary/program.ts'
import { SECONDS } from './small-tree.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (!hasOpenssl) process.stdout.write('The signature of a release is not tested: openssl is missing.\n')

const scratch = makeFolder()
const release = join(scratch.path, 'release')
afterAll(() => scratch[Symbol.dispose]())

describe.skipIf(!hasOpenssl)('verify.sh', () => {
  const makeKey = (name: string): { secret: string; open: string } => {
    const [secret, open] = [join(scratch.path, `${name}.pem`), join(scratch.path, `${name}.pub`)]
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', secret])
    execFileSync('openssl', ['pkey', '-in', secret, '-pubout', '-out', open])
    return { secret, open }
  }
  const builder = makeKey('builder')
  const stranger = makeKey('stranger')
  const verify = (...args: string[]): number | null => spawnSync(join(release, 'verify.sh'), args).status

  beforeEach(() => {
    rmSync(release, { recursive: true, force: true })
    mkdirSync(release)
    mkdirSync(join(release, 'repodata'))
    for (const name of ['a.deb', 'b c.rpm', 'repodata/repomd.xml']) writeFileSync(join(release, name), name)
    completeRelease(release, readFileSync(builder.secret, 'utf8'), SECONDS)
  })

  test('finds a release right', () => {
    expect(verify('--key', builder.open)).toBe(0)
    expect(verify('--checksums-only')).toBe(0)
  })

  test.each<[title: string, harm: () => void]>([
    ['a changed file', () => appendFileSync(join(release, 'a.deb'), '!')],
    ['a changed check itself', () => appendFileSync(join(release, 'verify.sh'), '\n')],
    ['a missing file', () => rmSync(join(release, 'b c.rpm'))],
    ['a file that is not in the list', () => writeFileSync(join(release, 'extra.deb'), '')],
    ['a file in a folder that is not in the list', () => writeFileSync(join(release, 'repodata', 'SHA256SUMS'), '')],
    ['a changed file in a folder', () => appendFileSync(join(release, 'repodata', 'repomd.xml'), '!')],
    ['a link that is not in the list', () => symlinkSync('/nonexistent', join(release, 'repodata', 'link'))],
    [
      'a changed file with a new checksum',
      () => {
        rmSync(join(release, 'SHA256SUMS'))
        const signature = readFileSync(join(release, 'SHA256SUMS.sig'))
        rmSync(join(release, 'SHA256SUMS.sig'))
        writeFileSync(join(release, 'a.deb'), 'changed')
        completeRelease(release, undefined, SECONDS)
        writeFileSync(join(release, 'SHA256SUMS.sig'), signature)
      },
    ],
    ['no signature', () => rmSync(join(release, 'SHA256SUMS.sig'))],
    ['no checksums', () => rmSync(join(release, 'SHA256SUMS'))],
  ])('refuses %s', (_title, harm) => {
    harm()
    expect(verify('--key', builder.open)).toBe(1)
  })

  test('refuses the key of another', () => {
    expect(verify('--key', stranger.open)).toBe(1)
    expect(verify('--key', '/nonexistent')).toBe(1)
  })

  test('does nothing without being told what it may trust', () => {
    expect([verify(), verify('--key'), verify('--unknown')]).toEqual([2, 2, 2])
  })

  test('is not fooled by both ways at once', () => {
    appendFileSync(join(release, 'SHA256SUMS.sig'), '!')
    expect(verify('--checksums-only', '--key', builder.open)).toBe(1)
    expect(verify('--key', builder.open, '--checksums-only')).toBe(1)
  })

  test('only a key of Ed25519 signs', () => {
    const pem = execFileSync('openssl', ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect(() => completeRelease(release, pem, SECONDS)).toThrow('Ed25519')
  })
})

describe('the bill of materials', () => {
  const inputs = [
    'src/main.ts',
    'node_modules/zod/v4/core.js',
    'node_modules/@hono/node-server/dist/index.mjs',
    'node_modules/zod/index.js',
  ]
  const text = composeBillOfMaterials(inputs, '0.1.0', SECONDS)
  const bill = JSON.parse(text) as {
    readonly components: readonly {
      readonly name: string
      readonly version: string
      readonly purl?: string
      readonly hashes?: readonly { readonly content: string }[]
      readonly licenses: unknown
      readonly components?: readonly { readonly name: string; readonly version: string; readonly purl?: string; readonly cpe?: string }[]
    }[]
    readonly [member: string]: unknown
  }

  test('names the libraries inside the module of the codecs, with their licences', () => {
    const withCodecs = composeBillOfMaterials([...inputs, 'src/formats/dicom/pixels/codecs/codecs.generated.ts'], '0.1.0', SECONDS)
    const { components } = JSON.parse(withCodecs) as typeof bill
    const codecs = components.find(({ name }) => name === 'dcmjs-codecs')
    expect(codecs?.components).toContainEqual(
      expect.objectContaining({ name: 'CharLS', version: '2.3.4', licenses: [{ license: { id: 'BSD-3-Clause' } }] }),
    )
    expect(codecs?.components?.map(({ name }) => name)).toEqual(expect.arrayContaining(['OpenJPEG', 'OpenJPH', 'libjxl', 'Brotli']))
  })

  test('is CycloneDX 1.6 of one moment, the same twice', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { timestamp: '2023-11-14T22:13:20Z' } })
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(composeBillOfMaterials(inputs, '0.1.0', SECONDS)).toBe(text)
    expect(composeBillOfMaterials(inputs.slice(0, 1), '0.1.0', SECONDS)).not.toContain(String(bill.serialNumber))
  })

  test('names what was bundled, once, with version, licence and hash, and nothing else', () => {
    expect(bill.components.map(({ name }) => name)).toEqual(['Node.js', 'SQLite', '@hono/node-server', 'better-sqlite3', 'zod'])
    const manifest = JSON.parse(readFileSync(join(projectFolder, 'node_modules/zod/package.json'), 'utf8')) as { version: string }
    const zod = bill.components.at(-1)!
    expect(zod).toMatchObject({
      version: manifest.version,
      purl: `pkg:npm/zod@${manifest.version}`,
      licenses: [{ license: { id: 'MIT' } }],
    })
    expect(zod.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
    expect(bill.components[2]!.purl).toMatch(/^pkg:npm\/%40hono\/node-server@\d/)
  })

  test('names the parts of the runtime with the versions that it tells', () => {
    const parts = new Map(bill.components[0]!.components!.map(({ name, version }) => [name, version]))
    for (const name of ['v8', 'openssl', 'uv', 'zlib', 'icu'] as const) expect(parts.get(name)).toBe(process.versions[name])
  })
})

describe('what scanners need', () => {
  const codecs = ['src/formats/dicom/pixels/codecs/codecs.generated.ts']
  const text = composeBillOfMaterials(codecs, '0.1.0', SECONDS)
  interface Part {
    readonly 'bom-ref': string
    readonly name: string
    readonly version: string
    readonly purl?: string
    readonly cpe?: string
    readonly components?: readonly Part[]
  }
  const partsOf = (components: readonly Part[]): Part[] => components.flatMap((part) => [part, ...partsOf(part.components ?? [])])
  const parts = partsOf((JSON.parse(text) as { components: readonly Part[] }).components)
  const named = (name: string): Part => parts.find((part) => part.name === name)!

  test.each([
    ['Node.js', 'pkg:generic/nodejs@', 'nodejs:node.js'],
    ['openssl', 'pkg:generic/openssl@', 'openssl:openssl'],
    ['v8', 'pkg:generic/v8@', 'google:v8'],
    ['zlib', 'pkg:generic/zlib@', 'zlib:zlib'],
    ['icu', 'pkg:generic/icu@', 'icu-project:international_components_for_unicode'],
    ['SQLite', 'pkg:generic/sqlite@', 'sqlite:sqlite'],
    ['OpenJPEG', 'pkg:github/uclouvain/openjpeg@v', 'uclouvain:openjpeg'],
    ['libjxl', 'pkg:github/libjxl/libjxl@v', 'libjxl_project:libjxl'],
    ['Brotli', 'pkg:github/google/brotli@v', 'google:brotli'],
  ])('%s has a package URL and a CPE of its version', (name, purl, cpe) => {
    const part = named(name)
    expect(part.purl).toBe(`${purl}${part.version}`)
    expect(part.cpe).toBe(`cpe:2.3:a:${cpe}:${/^[\d.]+\d/.exec(part.version)![0]}:*:*:*:*:*:*:*`)
  })

  test('every part has a version, and a package URL unless its version is unknown', () => {
    expect(parts.filter(({ version }) => version === '')).toEqual([])
    const without = parts.filter(({ purl }) => purl === undefined)
    expect(without.map(({ name }) => name)).toEqual(['libijg8, libijg12, libijg16', 'skcms'])
  })

  test('the VEX document says of each reviewed vulnerability which part of the bill is meant and why', () => {
    const vex = JSON.parse(composeVex(text))
    const bill = JSON.parse(text) as { serialNumber: string }
    expect(vex).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(vex.metadata.properties[0].value).toContain('not listed was not reviewed')
    expect(vex.vulnerabilities.length).toBeGreaterThan(0)
    for (const { id, analysis, affects } of vex.vulnerabilities) {
      expect(id).toMatch(/^CVE-\d{4}-\d{4,}$/)
      expect(analysis.justification !== undefined).toBe(analysis.state === 'not_affected')
      expect(analysis.detail.length).toBeGreaterThan(40)
      const [link, ref] = (affects[0].ref as string).split('#')
      expect(link).toBe(`urn:cdx:${bill.serialNumber.slice('urn:uuid:'.length)}/1`)
      expect(parts.map((part) => part['bom-ref'])).toContain(decodeURIComponent(ref!))
    }
  })

  test('a review of another version, or of a library that is gone, stops the build', () => {
    expect(() => composeVex(text.replace('"version": "2.5.0"', '"version": "2.5.4"'))).toThrow('review it again')
    expect(() => composeVex(text.replaceAll('OpenJPEG', 'Other'))).toThrow('remove the review')
  })
})

test('a runtime that is not the one of the lock file is refused', () => {
  const bytes = new TextEncoder().encode('abc')
  const integrity = 'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=='
  expect(() => checkIntegrity(bytes, integrity, 'x')).not.toThrow()
  expect(() => checkIntegrity(bytes, integrity.replace('3a81', '3a82'), 'x')).toThrow('lock file')
  expect(() => checkIntegrity(bytes, 'sha1-qZk+NkcGgWq6PiVxeFDCbJzQ2J0=', 'x')).toThrow('lock file')
})

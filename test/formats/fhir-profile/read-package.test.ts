// Packages: what is read of them, and what is refused with a clear problem.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readArchive } from '../../../src/formats/fhir/profile/read-archive.ts'
import { readPackage } from '../../../src/formats/fhir/profile/read-package.ts'
import { composeTar } from '../../../src/platform/backup/tar.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import { guide, MANIFEST, packageOf, profile } from './package-fixture.ts'

const LIMITS = { maxBytes: 100_000, maxFiles: 10 }
const everything = () => true

describe('a package', () => {
  test('is read with its versions, dependencies and definitions', () => {
    const read = readPackage(
      packageOf({
        'package/package.json': { ...MANIFEST, fhirVersions: ['4.0.1', '4.3.0', '3.0.2'], dependencies: { 'hl7.fhir.r4.core': '4.0.1' } },
        'package/StructureDefinition-a.json': profile('a', 'Patient', []),
        'package/ValueSet-b.json': { resourceType: 'ValueSet', url: 'http://example.org/b', compose: { include: [{ system: 'urn:x' }] } },
        'package/Patient-c.json': { resourceType: 'Patient' },
        'package/example/StructureDefinition-d.json': profile('d', 'Patient', []),
        'package/.index.json': { files: [] },
      }),
    )
    expect(read).toMatchObject({ name: 'example.guide', fhirVersions: ['R4', 'R4B'], dependencies: { 'hl7.fhir.r4.core': '4.0.1' } })
    expect(read.structures.map(({ name }) => name)).toEqual(['a'])
    expect(read.valueSets).toHaveLength(1)
  })

  const tar = composeTar([{ name: 'package/package.json', content: JSON.stringify(MANIFEST) }], 0)
  const damaged = Uint8Array.from(tar)
  damaged[0] = 0x58
  test.each<[string, Uint8Array, string, RegExp]>([
    ['bytes that are no gzip', new TextEncoder().encode('{"resourceType":"Patient"}'), 'unreadable_input', /no gzip/],
    ['a gzip of no tar', gzipSync('not a tar archive '.repeat(60)), 'unreadable_input', /no tar/],
    ['an empty gzip', gzipSync(''), 'unreadable_input', /no tar/],
    ['a cut gzip', guide([profile('a', 'Patient', [])]).subarray(0, 200), 'unreadable_input', /cut off|damaged/],
    ['a cut tar', gzipSync(tar.subarray(0, 600)), 'unreadable_input', /cut off/],
    ['a wrong checksum', gzipSync(damaged), 'unreadable_input', /damaged/],
    ['an archive without a manifest', packageOf({ 'package/x.json': {} }), 'unreadable_input', /package\.json is missing/],
    ['a manifest without a name', packageOf({ 'package/package.json': {} }), 'unreadable_input', /no name/],
    ['a manifest that is no JSON', packageOf({ 'package/package.json': '{' }), 'unreadable_input', /not a JSON object/],
    ['a package of STU3', guide([], { ...MANIFEST, fhirVersions: ['3.0.2'] }), 'unsupported_variant', /another version/],
    ['a path that leads out', packageOf({ 'package/../../x.json': {} }), 'unreadable_input', /leads out/],
    ['an absolute path', packageOf({ '/package/x.json': {} }), 'unreadable_input', /leads out/],
  ])('is refused for %s', (_, bytes, code, message) => {
    const fault = thrownProblem(() => readPackage(bytes))
    expect(fault.code).toBe(code)
    expect(fault.message).toMatch(message)
  })
})

describe('an archive is refused', () => {
  test('that unpacks to more than the limit, before it is unpacked whole', () => {
    const bomb = gzipSync(composeTar([{ name: 'a', content: '0'.repeat(5_000_000) }], 0))
    expect(bomb.length).toBeLessThan(10_000)
    expect(thrownProblem(() => readArchive(bomb, everything, LIMITS)).code).toBe('resource_limit')
  })

  test('that says that a file is larger than the limit', () => {
    const tar = composeTar([{ name: 'a', content: 'x' }], 0)
    tar.set(new TextEncoder().encode('77777777777'), 124)
    const sum = tar.subarray(0, 512).reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0)
    tar.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
    expect(thrownProblem(() => readArchive(gzipSync(tar), everything, LIMITS)).code).toBe('resource_limit')
  })

  test('that holds more files than the limit', () => {
    const files = Array.from({ length: 11 }, (_, i) => ({ name: `f${i}`, content: '' }))
    expect(thrownProblem(() => readArchive(gzipSync(composeTar(files, 0)), everything, LIMITS)).code).toBe('resource_limit')
  })
})

test('files of an archive come with their bytes, whatever the borders of its blocks', () => {
  const files = [0, 1, 511, 512, 513, 40_000].map((size, i) => ({ name: `f${i}`, content: 'y'.repeat(size) }))
  const read = readArchive(gzipSync(composeTar(files, 0)), everything, LIMITS)
  expect(read.map(({ path, bytes }) => ({ name: path, content: new TextDecoder().decode(bytes) }))).toEqual(files)
})

// Licence files: what the vendor signs is read back as it was meant; whatever was changed, cut or signed by others is refused.
import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleProgram } from '../../../build/bundle.ts'
import { issueLicence, makeVendorKey } from '../../../build/issue-licence.ts'
import { readLicenceKeys } from '../../../build/licence-keys.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { findLicence, LICENCE_HEAD, readLicence } from '../../../src/platform/access/licence-file.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const MEGABYTE = 1024 * 1024
const VENDOR = makeVendorKey()
const KEYS = [publicOf(VENDOR)]
const LOGO = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
const TERMS = {
  id: 'HT-2026-001',
  licensee: 'Krankenhaus Süd',
  starts: '2026-01-01',
  ends: '2026-12-31',
  limits: { per_minute: 600, burst: 50, per_day: 10_000, mb_per_day: 1.5, body_mb: 25, batch_items: 100 },
  features: ['hl7/*', 'text/diff'],
  branding: { name: 'Süd Tools', contact: 'it@sued.example', logo: LOGO },
}

function publicOf(pem: string): string {
  return createPublicKey(pem).export({ format: 'jwk' }).x!
}

/** A licence of whatever text, with a signature that is right. */
function signText(body: string, pem = VENDOR): string {
  const signed = `${LICENCE_HEAD}\n${Buffer.from(body).toString('base64url')}`
  return `${signed}\n${sign(null, Buffer.from(signed), createPrivateKey(pem)).toString('base64url')}\n`
}

function reasonOf(text: string, keys: readonly string[] = KEYS): string {
  try {
    readLicence(text, keys)
    return 'taken'
  } catch (error) {
    return error instanceof ProblemError ? `${error.code} ${error.message}` : String(error)
  }
}

const CHANGED = 'unreadable_input The license is not signed by the vendor of this program, or was changed.'
const NO_LICENCE = 'unreadable_input The file is not a license.'
const GOOD = issueLicence(VENDOR, TERMS)

describe('a licence', () => {
  test('says what the vendor signed; its last day counts', () => {
    expect(readLicence(GOOD, KEYS)).toEqual({
      id: 'HT-2026-001',
      licensee: 'Krankenhaus Süd',
      startsAt: Date.UTC(2026, 0, 1),
      endsAt: Date.UTC(2027, 0, 1),
      ceilings: {
        perMinute: 600,
        burst: 50,
        concurrent: null,
        unitsPerDay: 10_000,
        unitsPerMonth: null,
        bytesPerDay: 1.5 * MEGABYTE,
        maxBodyBytes: 25 * MEGABYTE,
        maxBatchItems: 100,
      },
      features: ['hl7/*', 'text/diff'],
      branding: { name: 'Süd Tools', contact: 'it@sued.example', logo: new Uint8Array(Buffer.from(LOGO, 'base64')) },
    })
  })

  test('is taken by any of the keys, so that a vendor can change keys', () => {
    expect(reasonOf(GOOD, [publicOf(makeVendorKey()), ...KEYS])).toBe('taken')
  })

  test('with any letter of it changed is refused', () => {
    for (let i = 0; i < GOOD.length - 1; i += 7) {
      const other = GOOD[i] === 'A' ? 'B' : 'A'
      expect([i, [CHANGED, NO_LICENCE].includes(reasonOf(GOOD.slice(0, i) + other + GOOD.slice(i + 1)))]).toEqual([i, true])
    }
  })

  test.each<[string, string, string]>([
    ['of another vendor', issueLicence(makeVendorKey(), TERMS), CHANGED],
    [
      'with the signature of another licence',
      GOOD.split('\n')
        .slice(0, 2)
        .concat(
          issueLicence(VENDOR, { ...TERMS, id: 'other' })
            .split('\n')
            .slice(2),
        )
        .join('\n'),
      CHANGED,
    ],
    ['without a signature', GOOD.split('\n').slice(0, 2).join('\n'), NO_LICENCE],
    ['with an empty signature', `${GOOD.split('\n').slice(0, 2).join('\n')}\n\n`, NO_LICENCE],
    ['that is cut', GOOD.slice(0, -10), NO_LICENCE],
    ['with a line more', `${GOOD}x\n`, NO_LICENCE],
    ['with spaces', GOOD.replace('\n', ' \n'), NO_LICENCE],
    ['with Windows line ends', GOOD.replaceAll('\n', '\r\n'), NO_LICENCE],
    ['with padding of base64', `${GOOD.trimEnd()}==\n`, NO_LICENCE],
    ['of another form', GOOD.replace('licence 1', 'licence 2'), NO_LICENCE],
    ['that is empty', '', NO_LICENCE],
  ])('%s is refused', (_name, text, reason) => {
    expect(reasonOf(text)).toBe(reason)
  })

  test.each<[string, string]>([
    ['unknown terms', JSON.stringify({ ...TERMS, more: 1 })],
    ['an unknown limit', JSON.stringify({ ...TERMS, limits: { seats: 1 } })],
    ['a picture that is none', JSON.stringify({ ...TERMS, branding: { logo: 'AAAA' } })],
    ['no JSON', '{'],
  ])('that is signed and has %s is refused as a whole', (_name, body) => {
    expect(reasonOf(signText(body))).toBe('unreadable_input The license format is newer than this program supports.')
  })

  test('is refused by a program that was built without a key', () => {
    expect(reasonOf(GOOD, [])).toBe('unreadable_input This program was built without a vendor key, so it does not accept licenses.')
  })
})

describe('the file of the configuration', () => {
  test.each<[string, (path: string) => void, string]>([
    ['is missing', () => undefined, 'There is no license file.'],
    ['is too large', (path) => writeFileSync(path, 'x'.repeat(600_000)), 'The file is too large for a license.'],
    ['is a picture', (path) => writeFileSync(path, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])), 'The file is not a license.'],
  ])('%s: told with the reason', (_name, prepare, reason) => {
    const path = join(makeScratchFolder(), 'site.lic')
    prepare(path)
    expect(findLicence(path, KEYS)).toEqual({ kind: 'refused', reason })
  })

  test('is not asked for where none is named', () => {
    expect(findLicence(null, KEYS)).toEqual({ kind: 'none' })
  })
})

describe("the vendor's command", () => {
  test('makes a private key that nobody else reads, and signs with it', () => {
    const folder = makeScratchFolder()
    const [key, terms, publicKey] = ['vendor.pem', 'terms.json', 'public.pem'].map((name) => join(folder, name)) as [string, string, string]
    const run = (...args: string[]): string =>
      execFileSync(process.execPath, [join(import.meta.dirname, '..', '..', '..', 'build', 'issue-licence.ts'), ...args], {
        encoding: 'utf8',
      })
    writeFileSync(publicKey, run('new-key', key))
    writeFileSync(terms, JSON.stringify(TERMS))
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(readLicenceKeys(publicKey)).toEqual([publicOf(readFileSync(key, 'utf8'))])
    expect(reasonOf(run('sign', key, terms), readLicenceKeys(publicKey))).toBe('taken')
    writeFileSync(terms, run('terms'))
    expect(reasonOf(run('sign', key, terms), readLicenceKeys(publicKey))).toBe('taken')
  })

  test('says what is wrong in words', () => {
    const folder = makeScratchFolder()
    const [key, terms] = [join(folder, 'vendor.pem'), join(folder, 'terms.json')]
    writeFileSync(key, VENDOR)
    writeFileSync(terms, JSON.stringify({ ...TERMS, limits: { per_mont: 1 } }))
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, '..', '..', '..', 'build', 'issue-licence.ts'), ...args], { encoding: 'utf8' })
    expect(run()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('new-key PRIVATE.pem') })
    expect(run('sign', key, terms)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('per_mont') })
  })

  test('signs no terms that the program would not understand', () => {
    expect(() => issueLicence(VENDOR, { ...TERMS, seats: 1 })).toThrow()
    expect(() => issueLicence(VENDOR, { ...TERMS, ends: '2026-13-01' })).toThrow()
    expect(() => issueLicence(VENDOR, { ...TERMS, branding: { logo: btoa('no image') } })).toThrow()
  })
})

test('a build holds the keys that it was given, and none without them', async () => {
  const keysOf = async (licenceKeys: string[]): Promise<unknown> => {
    const { code } = await bundleProgram({ entry: 'src/platform/access/licence-file.ts', licenceKeys })
    const bundled = { exports: {} as { vendorKeys(): unknown } }
    new Function('module', 'exports', 'require', '__dirname', code)(
      bundled,
      bundled.exports,
      process.getBuiltinModule('module').createRequire(import.meta.url),
      '/',
    )
    return bundled.exports.vendorKeys()
  }
  expect([await keysOf(KEYS), await keysOf([])]).toEqual([KEYS, []])
  expect(readLicenceKeys(undefined)).toEqual([])
})

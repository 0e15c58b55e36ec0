// Certificates and the C library, as the doctor judges them.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { examineChain } from '../../../src/platform/doctor/doctor-chain.ts'
import { examineGlibc } from '../../../src/platform/doctor/doctor-system.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const DAY_MS = 86_400_000
const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

/** An authority and a certificate that it signed, for 100 days, with the key; and an authority that signed nothing. */
function makeCertificates() {
  const folder = makeScratchFolder()
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  for (const name of ['ca', 'stranger'])
    openssl('req', '-x509', ...curve, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`, '-days', '200')
  openssl('req', ...curve, '-keyout', 'own.key', '-out', 'own.csr', '-subj', '/CN=own')
  openssl('x509', '-req', '-in', 'own.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-out', 'own.pem', '-days', '100')
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  return { own: read('own.pem'), ca: read('ca.pem'), stranger: read('stranger.pem'), key: read('own.key'), otherKey: read('ca.key') }
}

describe.skipIf(!hasOpenssl)('a chain of certificates', () => {
  const statesOf = (pem: string, days: number, key?: string) =>
    examineChain(pem, 'chain.pem', Date.now() + days * DAY_MS, { isChain: true, ...(key === undefined ? {} : { key }) }).map(
      ({ state, message }) => `${state}: ${message}`,
    )

  test('is judged by its dates, its order and its key', () => {
    const { own, ca, stranger, key, otherKey } = makeCertificates()
    expect(statesOf(own + ca, 0, key)).toEqual([expect.stringMatching(/^ok: Valid for (?:99|100) days\.$/)])
    expect(statesOf(own + ca, 80)).toEqual(['warning: A certificate expires within 30 days.'])
    expect(statesOf(own + ca, 101)).toEqual(['fault: A certificate has expired.'])
    expect(statesOf(own, -1)).toEqual(['fault: A certificate is not valid yet.'])
    expect(statesOf(own + stranger, 0)).toEqual(['fault: The chain is broken: a certificate is not signed by the next one.'])
    expect(statesOf(ca + own, 0)).toEqual(['fault: The chain is broken: a certificate is not signed by the next one.'])
    expect(statesOf(own, 0, otherKey)).toEqual(['fault: The private key does not match the first certificate.'])
    expect(examineChain(ca + stranger, 'ca.pem', Date.now(), { isChain: false })).toMatchObject([{ state: 'ok' }])
  })

  test('that is none is said so', () => {
    expect(statesOf('SECRET', 0)).toEqual(['fault: The file contains no certificate in PEM format.'])
    expect(statesOf('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 0)).toEqual([
      'fault: The file contains no certificate in PEM format.',
    ])
  })
})

test.each([
  ['2.34', 'ok'],
  ['2.36', 'ok'],
  ['3.0', 'ok'],
  ['2.33', 'fault'],
  ['2.28', 'fault'],
  ['1.99', 'fault'],
])('glibc %s: %s', (version, state) => {
  expect(examineGlibc(version).state).toBe(state)
})

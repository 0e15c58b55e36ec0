// Certificates for tests of TLS, made by OpenSSL for the moment: an authority, a server on loopback, a client; and a foreign authority.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TestCertificates {
  readonly ca: string
  readonly untrustedCa: string
  readonly serverCert: string
  readonly serverKey: string
  readonly clientCert: string
  readonly clientKey: string
  /** Of another client of the same authority. */
  readonly otherCert: string
  readonly otherKey: string
}

export const hasOpenSsl = spawnSync('openssl', ['version']).status === 0

export function makeCertificates(folder: string): TestCertificates {
  makeAuthority(folder, 'ca')
  makeAuthority(folder, 'foreign')
  makeLeaf(folder, 'server', 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth')
  for (const name of ['client', 'other']) makeLeaf(folder, name, 'subjectAltName=DNS:health-tools.test\nextendedKeyUsage=clientAuth')
  const path = (name: string): string => join(folder, name)
  return {
    ca: path('ca.pem'),
    untrustedCa: path('foreign.pem'),
    serverCert: path('server.pem'),
    serverKey: path('server.key'),
    clientCert: path('client.pem'),
    clientKey: path('client.key'),
    otherCert: path('other.pem'),
    otherKey: path('other.key'),
  }
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Arguments of OpenSSL for a certificate that stands for itself, and its key. */
export function selfSigned(name: string, cert: string, key: string, ...more: readonly string[]): string[] {
  return ['req', '-x509', ...EC, '-subj', `/CN=${name}`, '-days', '2', ...more, '-keyout', key, '-out', cert]
}

function openssl(folder: string, args: readonly string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
}

function makeAuthority(folder: string, name: string): void {
  const isAuthority = ['-addext', 'basicConstraints=critical,CA:TRUE']
  openssl(folder, selfSigned(`Test authority ${name}`, `${name}.pem`, `${name}.key`, ...isAuthority))
}

function makeLeaf(folder: string, name: string, extensions: string): void {
  openssl(folder, ['req', ...EC, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`])
  writeFileSync(join(folder, `${name}.ext`), extensions)
  const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${name}.ext`]
  openssl(folder, ['x509', '-req', '-in', `${name}.csr`, '-days', '2', ...issuer, '-out', `${name}.pem`])
  chmodSync(join(folder, `${name}.key`), 0o600)
}

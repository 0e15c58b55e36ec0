// The doctor's check of certificates: they can be read, hold now and for a while, stand in the order of the chain, and fit the key.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type Diagnosis, ok, trouble } from './doctor-finding.ts'

const PEM_BEGIN = '-----BEGIN CERTIFICATE-----'
const PEM_END = '-----END CERTIFICATE-----'
const SOON_MS = 30 * 86_400_000

interface ChainTraits {
  /** Each certificate is signed by the next; otherwise they are authorities beside each other. */
  readonly isChain: boolean
  readonly key?: string
}

/** @param pem certificates */
export function examineChain(pem: string, at: string, now: number, { isChain, key }: ChainTraits): Diagnosis[] {
  const certificates = readCertificates(pem)
  if (certificates.length === 0)
    return [trouble('fault', 'certificate', 'The file contains no certificate in PEM format.', 'Install the certificate chain.', at)]
  const findings = certificates.flatMap((certificate) => examineDates(certificate, at, now))
  const [leaf] = certificates
  if (key !== undefined && !leaf!.checkPrivateKey(createPrivateKey(key))) {
    findings.push(
      trouble(
        'fault',
        'certificate',
        'The private key does not match the first certificate.',
        'Install a matching key and certificate.',
        at,
      ),
    )
  }
  const isBroken =
    isChain && certificates.some((certificate, i) => certificates[i + 1] !== undefined && !isIssuedBy(certificate, certificates[i + 1]!))
  if (isBroken)
    findings.push(
      trouble(
        'fault',
        'certificate',
        'The chain is broken: a certificate is not signed by the next one.',
        'Put the certificates in order: server certificate first, then intermediates, without gaps.',
        at,
      ),
    )
  return findings.length > 0 ? findings : [ok('certificate', `Valid for ${daysLeft(certificates, now)} days.`, at)]
}

/** Empty where one of them cannot be read. */
function readCertificates(pem: string): X509Certificate[] {
  const texts = pem.split(PEM_END).slice(0, -1)
  try {
    return texts.map((text) => new X509Certificate(`${text.slice(text.indexOf(PEM_BEGIN))}${PEM_END}\n`))
  } catch {
    return []
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function examineDates(certificate: X509Certificate, at: string, now: number): Diagnosis[] {
  const renew = 'Renew it and replace the file.'
  if (certificate.validToDate.getTime() < now) return [trouble('fault', 'certificate', 'A certificate has expired.', renew, at)]
  if (certificate.validFromDate.getTime() > now)
    return [trouble('fault', 'certificate', 'A certificate is not valid yet.', 'Check the clock of this machine, or wait.', at)]
  return certificate.validToDate.getTime() < now + SOON_MS
    ? [trouble('warning', 'certificate', 'A certificate expires within 30 days.', renew, at)]
    : []
}

function daysLeft(certificates: readonly X509Certificate[], now: number): number {
  return Math.floor((Math.min(...certificates.map(({ validToDate }) => validToDate.getTime())) - now) / 86_400_000)
}

// The TLS side of a listener: certificate, key and the authorities of client certificates, checked before anything listens.
import { X509Certificate } from 'node:crypto'
import { createSecureContext, type TlsOptions } from 'node:tls'
import { ProblemError } from '../../core/problem.ts'
import type { TlsSources } from '../config/config-places.ts'
import { readSecret, type SecretSource } from '../config/secrets.ts'

/**
 * A client certificate is asked for where there are authorities for it, and a connection without one still stands: callers with keys need
 * none. Whether it was proved is told request by request.
 * @throws ProblemError `bad_configuration` where a file cannot be read, or certificate and key do not fit
 */
export function readTlsOptions({ cert, key, clientCa, minVersion }: TlsSources): TlsOptions {
  const certificate = readCertificates(cert)
  const options: TlsOptions = { cert: certificate, key: readText(key), minVersion, rejectUnauthorized: false, honorCipherOrder: true }
  if (clientCa) Object.assign(options, { ca: readCertificates(clientCa), requestCert: true })
  try {
    createSecureContext(options)
  } catch (cause) {
    throw new ProblemError('The private key is unreadable or does not match the certificate.', {
      code: 'bad_configuration',
      at: { file: key.path },
      cause,
    })
  }
  return options
}

function readCertificates(source: SecretSource): string {
  const text = readText(source)
  try {
    new X509Certificate(text)
    return text
  } catch (cause) {
    throw new ProblemError('The file contains no certificate in PEM format.', {
      code: 'bad_configuration',
      at: { file: source.path },
      cause,
    })
  }
}

function readText(source: SecretSource): string {
  return new TextDecoder().decode(readSecret(source))
}

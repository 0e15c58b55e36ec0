// The files of a TLS client: authorities, certificate and private key, read when the sink is opened.
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ProblemError } from '../../core/problem.ts'
import { readSecret, type SecretSource } from '../config/secrets.ts'

/** Paths are absolute; null where nothing is set. */
export interface TlsFiles {
  readonly ca: string | null
  readonly cert: string | null
  readonly key: SecretSource | null
}

/** PEM. */
export interface TlsMaterial {
  readonly ca?: Buffer
  readonly cert?: Buffer
  readonly key?: Buffer
}

/** @throws ProblemError `bad_configuration` where a file is missing, unreadable or not what it should be */
export function readTlsMaterial({ ca, cert, key }: TlsFiles): TlsMaterial {
  const material = {
    ...(ca === null ? {} : { ca: readPublic(ca) }),
    ...(cert === null ? {} : { cert: readPublic(cert) }),
    ...(key === null ? {} : { key: Buffer.from(readSecret(key)) }),
  }
  try {
    createSecureContext(material)
  } catch (cause) {
    const file = cert ?? ca ?? undefined
    throw new ProblemError('The TLS certificate and key do not match, or are not in PEM format.', {
      code: 'bad_configuration',
      ...(file === undefined ? {} : { at: { file } }),
      cause,
    })
  }
  return material
}

function readPublic(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new ProblemError('The certificate file cannot be read.', { code: 'bad_configuration', at: { file: path }, cause })
  }
}

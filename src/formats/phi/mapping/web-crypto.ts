// The browser's cryptography, which pages have only over HTTPS or on localhost.
import { ProblemError } from '../../../core/problem.ts'

/** @throws ProblemError `unsupported_variant` on a page that came over plain HTTP */
export function webCrypto(): SubtleCrypto {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined
  if (subtle) return subtle
  throw new ProblemError('The browser encrypts only on pages that come over HTTPS or from localhost. Open the page over HTTPS.', {
    code: 'unsupported_variant',
  })
}

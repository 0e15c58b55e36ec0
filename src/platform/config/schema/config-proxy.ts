// The settings of an authenticating proxy as access needs them, with the secret read and the pattern compiled.
import { createHash, timingSafeEqual } from 'node:crypto'
import { RE2JS } from 're2js'
import { parseNetwork } from '../../../access/proxy/network.ts'
import type { ProxySettings } from '../../../access/proxy/proxy-check.ts'
import { ProblemError } from '../../../core/problem.ts'
import { readSecret, type SecretSource } from '../secrets.ts'
import type { Settings } from './config-schema.ts'

const MIN_SECRET_BYTES = 16

/** @throws ProblemError `bad_configuration` where the secret cannot be read, or could never stand in a header */
export function readProxySettings(proxy: Settings['auth']['proxy'], secret: SecretSource | null): ProxySettings {
  const pattern = RE2JS.compile(proxy.user_pattern)
  return {
    trusted: proxy.trusted.map(parseNetwork).filter((network) => network !== undefined),
    userHeader: proxy.headers.user,
    groupsHeader: proxy.headers.groups,
    groupsSeparator: proxy.headers.groups_separator,
    secret: secret && proxy.secret ? { header: proxy.secret.header, isRight: compareWith(secret) } : null,
    certificate: proxy.headers.client_cert === null ? null : { header: proxy.headers.client_cert, thumbprint: thumbprintOf },
    requireGroups: proxy.require_groups,
    isUser: (text) => pattern.matches(text),
    mapping: proxy.mapping,
  }
}

/** RFC 8705 §3.1. */
function thumbprintOf(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('base64url')
}

/** Digests are compared, so that neither the length nor the place of a difference is told by the time. */
function compareWith(source: SecretSource): (value: string) => boolean {
  const bytes = readSecret(source)
  if (bytes.length < MIN_SECRET_BYTES) {
    throw new ProblemError(`The proxy secret is shorter than ${MIN_SECRET_BYTES} bytes.`, {
      code: 'bad_configuration',
      at: { file: source.path },
    })
  }
  if (bytes.some((byte) => byte <= 0x20 || byte > 0x7e)) {
    throw new ProblemError('The proxy secret contains a space or a character that is not allowed in a header.', {
      code: 'bad_configuration',
      at: { file: source.path },
    })
  }
  const expected = createHash('sha256').update(bytes).digest()
  return (value) => timingSafeEqual(createHash('sha256').update(value, 'latin1').digest(), expected)
}

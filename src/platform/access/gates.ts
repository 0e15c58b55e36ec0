// What lets callers in by one configuration: keys, access tokens, an authenticating proxy. A reload opens others over the same stores.
import { hash as hashOnce } from 'node:crypto'
import { createAuthentication } from '../../access/authenticate.ts'
import type { KeyedHash } from '../../access/keys/key.ts'
import { createKeyCheck } from '../../access/keys/key-check.ts'
import type { KeyDirectory } from '../../access/keys/key-directory.ts'
import { createProxyCheck } from '../../access/proxy/proxy-check.ts'
import type { Access } from '../../access/quota/admission.ts'
import type { Config } from '../config/config.ts'
import { readProxySettings } from '../config/schema/config-proxy.ts'
import { describeResource, openTokenCheck } from './oauth.ts'
import { openOwnTokens } from './own-tokens.ts'

export type Gates = Omit<Access, 'admission'>

/** @throws ProblemError `bad_configuration` where a secret, a key set or a certificate cannot be used */
export async function openGates(config: Config, directory: KeyDirectory, hash: KeyedHash): Promise<Gates> {
  const { proxy: proxySource, apiKey, oauth } = config.auth
  const failures = config.rateLimit.failedAuth
  const digest = (text: string): string => hashOnce('sha256', text, 'hex')
  const proxy = proxySource && createProxyCheck(readProxySettings(proxySource.settings, proxySource.secret))
  const keyCheck = createKeyCheck({ directory, hash, digest })
  const own = oauth && (await openOwnTokens(oauth, { directory, keyCheck, digest, failures }))
  const tokens = oauth && (await openTokenCheck(oauth, own, digest, Date.now()))
  return {
    authenticate: createAuthentication({
      keys: apiKey.enabled ? keyCheck : null,
      tokens,
      proxy,
      keyHeader: apiKey.enabled ? apiKey.header : null,
      failures,
    }),
    tokenOffice: own?.office ?? null,
    resource: oauth && describeResource(oauth.settings, config.server.basePath),
    clientAddressOf: (rawHeaders, connection) => (proxy ? proxy.clientAddressOf(rawHeaders, connection) : connection.peerAddress),
  }
}

// The files that a configuration names, read as a start reads them, so that what is wrong is found before the start.
import { hash as hashOnce } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import { openTokenCheck } from '../access/oauth.ts'
import { checkSigningKey } from '../access/own-tokens.ts'
import { openCopies, sealOf } from '../audit/audit.ts'
import { openPayloadCipher } from '../jobs/payload-cipher.ts'
import { openSinks } from '../logging/log-sinks.ts'
import { checkOwners } from '../server/bind.ts'
import { readTlsOptions } from '../server/tls.ts'
import { readLogo } from '../server/web-files.ts'
import type { Config } from './config.ts'
import { readProxySettings } from './schema/config-proxy.ts'
import { checkSecret, readPepper, type SecretSource } from './secrets.ts'

/**
 * Nothing is made, opened or connected to.
 * @throws ProblemError `bad_configuration` with the file that cannot be used
 */
export async function checkSources(config: Config): Promise<void> {
  const { auth, server, logging, audit, branding } = config
  for (const place of server.listen) if ('socket' in place) checkOwners(place)
  checkFolder(config.storage.path)
  for (const source of secretsOf(config)) checkSecret(source)
  const { pepper } = auth.apiKey
  if (pepper.kind !== 'generated' || existsSync(pepper.path)) readPepper(pepper, { mayMake: false })
  if (config.jobs.payloadKey) openPayloadCipher(config.jobs.payloadKey)
  if (auth.proxy) readProxySettings(auth.proxy.settings, auth.proxy.secret)
  // Reads the key sets that are files; those of addresses are fetched with the first token.
  if (auth.oauth) await openTokenCheck(auth.oauth, null, (text) => hashOnce('sha256', text, 'hex'), Date.now())
  if (auth.oauth?.signingKey) checkSigningKey(auth.oauth.signingKey)
  if (server.tls) readTlsOptions(server.tls)
  if (server.pages.console || server.pages.docs) readLogo(branding.logo)
  openSinks(logging.sinks)
  if (audit) {
    sealOf(audit)
    openCopies(audit, 'command')
  }
}

/** The folder of the database is made at the first start, which fails below a file. */
function checkFolder(path: string): void {
  let folder = dirname(path)
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  if (statSync(folder).isDirectory()) return
  const reason = `A part of the path is a file; write a path in a folder: ${folder}`
  throw new ProblemError(reason, { code: 'bad_configuration', at: { path: 'storage.path' } })
}

function secretsOf({ auth, jobs: { objects }, storage: { postgres } }: Config): SecretSource[] {
  const sources = [auth.oauth?.clientSecret, auth.oauth?.ca, postgres?.password, postgres?.tls?.ca, objects?.secretAccessKey, objects?.ca]
  return sources.filter((source) => source !== null && source !== undefined)
}

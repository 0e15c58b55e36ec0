// Listeners, TLS and identity providers of the configuration as the program uses them: paths absolute, secrets as the places where they stand.
import { join, resolve } from 'node:path'
import type { ListenPlace, OAuthSources, ObjectsSource, PostgresSource, TlsSources } from '../config-places.ts'
import type { SecretSource } from '../secrets.ts'
import type { Settings } from './config-schema.ts'

export type SecretReference = { readonly file: string } | { readonly credential: string }

export function listenPlace(place: Settings['server']['listen'][number], proxy: Settings['auth']['proxy'], base: string): ListenPlace {
  const isForProxy = proxy.enabled && proxy.listen.includes(place.name)
  if ('systemd' in place) return { systemd: true, isForProxy }
  if ('address' in place) return { address: place.address, port: place.port, isForProxy }
  const { mode, owner, group } = place
  return { socket: resolve(base, place.socket), mode: Number.parseInt(mode, 8), owner, group, isForProxy }
}

export function oauthSources(
  settings: Settings['auth']['oauth'],
  secretOf: (reference: SecretReference) => SecretSource,
  base: string,
): OAuthSources {
  const issuers = settings.issuers.map((issuer) =>
    'file' in issuer.jwks ? { ...issuer, jwks: { file: resolve(base, issuer.jwks.file) } } : issuer,
  )
  return {
    settings: { ...settings, issuers },
    clientSecret: settings.introspection && secretOf(settings.introspection.client_secret),
    signingKey:
      settings.token_endpoint.enabled && settings.token_endpoint.signing_key ? secretOf(settings.token_endpoint.signing_key) : null,
    ca: settings.ca && certificateSource(secretOf(settings.ca)),
  }
}

/** The rules have seen that certificate and key are there. */
export function tlsSources(tls: Settings['server']['tls'], secretOf: (reference: SecretReference) => SecretSource): TlsSources {
  return {
    cert: certificateSource(secretOf(tls.cert!)),
    key: secretOf(tls.key!),
    clientCa: tls.client_ca && certificateSource(secretOf(tls.client_ca)),
    minVersion: tls.min_version === '1.3' ? 'TLSv1.3' : 'TLSv1.2',
  }
}

export function postgresSource(
  postgres: NonNullable<Settings['storage']['postgres']>,
  secretOf: (reference: SecretReference) => SecretSource,
): PostgresSource {
  const { password, tls, ...rest } = postgres
  const ca = tls.ca && certificateSource(secretOf(tls.ca))
  return { ...rest, password: password && secretOf(password), tls: tls.enabled ? { ca } : null }
}

export function objectsSource(
  { access_key_id: accessKeyId, secret_access_key: secret, ca, ...place }: NonNullable<Settings['jobs']['s3']>,
  secretOf: (reference: SecretReference) => SecretSource,
): ObjectsSource {
  return { ...place, accessKeyId, secretAccessKey: secretOf(secret), ca: ca && certificateSource(secretOf(ca)) }
}

/** Certificates are public: who may read the file does not matter. */
function certificateSource(source: SecretSource): SecretSource {
  return source.kind === 'file' ? { kind: 'public', path: source.path } : source
}

/**
 * A systemd credential stands in $CREDENTIALS_DIRECTORY. An administrator's command runs outside the unit: it finds the same secret where
 * the packages keep it, in `secrets/` beside the configuration.
 * @param base the folder of the configuration, at which relative paths start
 */
export function secretSource(reference: SecretReference, env: Readonly<Record<string, string | undefined>>, base: string): SecretSource {
  if ('file' in reference) return { kind: 'file', path: resolve(base, reference.file) }
  const folder = env.CREDENTIALS_DIRECTORY
  if (folder) return { kind: 'credential', path: join(folder, reference.credential) }
  return { kind: 'file', path: join(base, 'secrets', reference.credential) }
}

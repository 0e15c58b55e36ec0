// Places and sources that the configuration names.
import type { Settings } from './schema/config-schema.ts'
import type { SecretSource } from './secrets.ts'

export interface TcpPlace {
  readonly address: string
  readonly port: number
}

export interface SocketPlace {
  readonly socket: string
  readonly mode: number
  /** Names or numbers; null: those of the process. */
  readonly owner: string | null
  readonly group: string | null
}

export interface OAuthSources {
  /** Paths of key sets are absolute. */
  readonly settings: Settings['auth']['oauth']
  readonly clientSecret: SecretSource | null
  readonly ca: SecretSource | null
  /** Null: no tokens are issued. */
  readonly signingKey: SecretSource | null
}

/** The sockets that systemd hands over, whatever their number. */
export interface InheritedPlaces {
  readonly systemd: true
}

/** Where the API is served. */
export type ListenPlace = (TcpPlace | SocketPlace | InheritedPlaces) & {
  /** Whether the headers of an authenticating proxy are read there. */
  readonly isForProxy: boolean
}

export interface PostgresSource {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: SecretSource | null
  /** Null: without TLS. */
  readonly tls: { readonly ca: SecretSource | null } | null
  readonly connections: number
}

/** An object store that speaks S3. */
export interface ObjectsSource {
  readonly endpoint: string
  readonly bucket: string
  /** Empty, or with a slash at its end. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: SecretSource
  readonly ca: SecretSource | null
}

export interface TlsSources {
  readonly cert: SecretSource
  readonly key: SecretSource
  readonly clientCa: SecretSource | null
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3'
}

// What is known of the connection that a request came over: from the socket and the listener alone, never from a header.
import type { Thumbprint } from '../tokens/binding.ts'

export interface Connection {
  /** Address of the socket's peer; empty for a unix socket. */
  readonly peerAddress: string
  /** Whether the listener reads the headers of an authenticating proxy. */
  readonly isForProxy: boolean
  readonly isUnixSocket: boolean
  /** Whether the peer has proved a certificate of one of the configured authorities. */
  readonly hasClientCertificate: boolean
  /** Of that certificate; absent where the listener asks for none. */
  readonly thumbprint?: Thumbprint
}

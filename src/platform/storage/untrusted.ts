// Errors of TLS about the certificate of a server.

/** Whether a connection failed because the certificate is not trusted: its authority, its name or its time. */
export function isUntrusted(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /CERT|SELF_SIGNED|ISSUER|ALTNAME|UNABLE_TO_VERIFY/.test(code)
}

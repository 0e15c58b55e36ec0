// Access tokens that are bound to the certificate of a caller (RFC 8705): worth nothing to anybody who cannot prove it.

/** Whether the bindings of an issuer's tokens are looked at: `off` refuses bound tokens, `required` all others. */
export type BindingRule = 'off' | 'optional' | 'required'

/** SHA-256 of the certificate that the caller has proved, in base64url; undefined where there is none. */
export type Thumbprint = () => string | undefined

/** What a token says of its binding; null where it has none. */
export type Binding = { readonly thumbprint: string } | null

/**
 * @param confirmation the claim `cnf` (RFC 7800)
 * @returns undefined where such a token is not taken: its binding breaks the rule, or is of a kind that nobody here can check
 */
export function readBinding(confirmation: unknown, rule: BindingRule): Binding | undefined {
  if (confirmation === undefined) return rule === 'required' ? undefined : null
  if (rule === 'off' || typeof confirmation !== 'object' || confirmation === null) return undefined
  const { 'x5t#S256': thumbprint, ...others } = confirmation as Readonly<Record<string, unknown>>
  // A second member, such as the key of DPoP, would be a proof that is not asked for.
  if (typeof thumbprint !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(thumbprint) || Object.keys(others).length > 0) return undefined
  return { thumbprint }
}

export function isProvenBy(binding: Binding, thumbprint: Thumbprint | undefined): boolean {
  return binding === null || thumbprint?.() === binding.thumbprint
}

const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'
/** Of one certificate in base64. */
const MAX_LENGTH = 12_000

/**
 * The certificate of a caller as a proxy tells it: DER as a byte sequence (`:base64:`, RFC 9440), or PEM whose line ends are spaces
 * (Apache) or percent-encoded (nginx). Undefined where the text is none of them, as proxies say that there was no certificate.
 */
export function readCertificateHeader(text: string): Uint8Array | undefined {
  const value = text.trim()
  if (value.startsWith(':') && value.endsWith(':') && value.length > 1) return decodeBase64(value.slice(1, -1))
  const pem = (value.includes('%') ? decodePercent(value) : value)?.trim()
  if (!pem?.startsWith(BEGIN) || !pem.endsWith(END)) return undefined
  return decodeBase64(pem.slice(BEGIN.length, -END.length).replace(/[ \t\r\n]/g, ''))
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function decodeBase64(text: string): Uint8Array | undefined {
  if (text === '' || text.length > MAX_LENGTH || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

// The headers of the pages: what a browser may do with them. Scripts come from this server alone, results are never run as HTML,
// no other site may frame or read a page, and nothing is sent anywhere else.

const COMMON: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * - `console`: the tools. Trusted Types refuse every text that would become HTML or a script's address, but for the one that names the worker.
 * - `docs`: Swagger UI, which brings icons as data: URLs and writes HTML that it has cleaned itself.
 * - `guide`: documents without scripts.
 * - `file`: a script, style or picture by itself.
 * - `compiling`: a script whose WebAssembly is compiled in the tab.
 * - `picture`: an image from the configuration, which may be an SVG.
 */
export type PageKind = 'console' | 'docs' | 'guide' | 'file' | 'compiling' | 'picture'

const BASE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const POLICIES: Readonly<Record<PageKind, string>> = {
  console: `${BASE}; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types health-tools-worker`,
  docs: `${BASE}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'`,
  guide: `${BASE}; style-src 'self'; img-src 'self'`,
  file: `${BASE}; script-src 'self'; connect-src 'self'`,
  compiling: `${BASE}; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`,
  picture: `${BASE}; style-src 'unsafe-inline'; sandbox`,
}

/** @param provider origin of the identity provider that the page asks for tokens */
export function pageHeaders(kind: PageKind, provider?: string): Record<string, string> {
  const policy = provider === undefined ? POLICIES[kind] : POLICIES[kind].replace("connect-src 'self'", `connect-src 'self' ${provider}`)
  return { ...COMMON, 'Content-Security-Policy': policy }
}

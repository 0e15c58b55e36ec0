// How scanners know the libraries inside the executable: package URL and CPE, as they are in the National Vulnerability Database.

export interface LibraryNames {
  readonly purl?: string
  readonly cpe?: string
}

/** What a library is called; the version is put in. A CPE stands where the database has entries under it. */
interface Identity {
  /** Package URL without its version. */
  readonly purl: string
  /** Vendor and product of the CPE. */
  readonly cpe?: readonly [vendor: string, product: string]
  /** In front of the version of the package URL. */
  readonly tag?: string
}

const RUNTIME: Readonly<Record<string, Identity>> = {
  acorn: { purl: 'pkg:npm/acorn' },
  ada: { purl: 'pkg:github/ada-url/ada', tag: 'v' },
  amaro: { purl: 'pkg:npm/amaro' },
  ares: { purl: 'pkg:github/c-ares/c-ares', tag: 'v', cpe: ['c-ares', 'c-ares'] },
  brotli: { purl: 'pkg:github/google/brotli', tag: 'v', cpe: ['google', 'brotli'] },
  icu: { purl: 'pkg:generic/icu', cpe: ['icu-project', 'international_components_for_unicode'] },
  llhttp: { purl: 'pkg:github/nodejs/llhttp', tag: 'v', cpe: ['llhttp', 'llhttp'] },
  merve: { purl: 'pkg:github/nodejs/merve', tag: 'v' },
  nbytes: { purl: 'pkg:github/nodejs/nbytes', tag: 'v' },
  ncrypto: { purl: 'pkg:github/nodejs/ncrypto', tag: 'v' },
  nghttp2: { purl: 'pkg:github/nghttp2/nghttp2', tag: 'v', cpe: ['nghttp2', 'nghttp2'] },
  openssl: { purl: 'pkg:generic/openssl', cpe: ['openssl', 'openssl'] },
  simdjson: { purl: 'pkg:github/simdjson/simdjson', tag: 'v' },
  simdutf: { purl: 'pkg:github/simdutf/simdutf', tag: 'v' },
  sqlite: { purl: 'pkg:generic/sqlite', cpe: ['sqlite', 'sqlite'] },
  undici: { purl: 'pkg:npm/undici', cpe: ['nodejs', 'undici'] },
  uv: { purl: 'pkg:github/libuv/libuv', tag: 'v', cpe: ['libuv', 'libuv'] },
  uvwasi: { purl: 'pkg:github/nodejs/uvwasi', tag: 'v' },
  v8: { purl: 'pkg:generic/v8', cpe: ['google', 'v8'] },
  zlib: { purl: 'pkg:generic/zlib', cpe: ['zlib', 'zlib'] },
  zstd: { purl: 'pkg:github/facebook/zstd', tag: 'v', cpe: ['facebook', 'zstandard'] },
}

const CODECS: Readonly<Record<string, Identity>> = {
  'Better Enums': { purl: 'pkg:github/aantron/better-enums' },
  Brotli: RUNTIME.brotli!,
  CharLS: { purl: 'pkg:github/team-charls/charls' },
  Highway: { purl: 'pkg:github/google/highway' },
  libjxl: { purl: 'pkg:github/libjxl/libjxl', tag: 'v', cpe: ['libjxl_project', 'libjxl'] },
  OpenJPEG: { purl: 'pkg:github/uclouvain/openjpeg', tag: 'v', cpe: ['uclouvain', 'openjpeg'] },
  OpenJPH: { purl: 'pkg:github/aous72/openjph' },
}

/** Node.js itself; its releases are under another product than its libraries. */
export function namesOfNode(version: string): LibraryNames {
  return { purl: `pkg:generic/nodejs@${version}`, cpe: composeCpe('nodejs', 'node.js', version) }
}

/** @throws Error where the runtime has a library that this table does not know: it has to be looked up once */
export function namesOfRuntimePart(name: string, version: string): LibraryNames {
  const identity = RUNTIME[name]
  if (!identity) throw new Error(`build/library-names.ts does not know ${name}, a library of the runtime`)
  return namesOf(identity, version)
}

/** Empty for what has no version of its own: a scanner could only guess. */
export function namesOfCodec(name: string, version: string): LibraryNames {
  const identity = CODECS[name]
  return identity && /^\d/.test(version) ? namesOf(identity, version) : {}
}

function namesOf({ purl, cpe, tag = '' }: Identity, version: string): LibraryNames {
  return { purl: `${purl}@${tag}${version}`, ...(cpe && { cpe: composeCpe(cpe[0], cpe[1], plainVersion(version)) }) }
}

/** `13.6.233.17-node.53` → `13.6.233.17`: what follows are marks of those who built it, which the database does not have. */
function plainVersion(version: string): string {
  return /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? version
}

function composeCpe(vendor: string, product: string, version: string): string {
  return `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`
}

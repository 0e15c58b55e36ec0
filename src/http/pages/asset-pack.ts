// The files of the pages in one block of bytes, as the build packs them and the server takes them out.
import type { LanguageFiles } from '../../core/page-settings.ts'
import type { Gap } from './asset-gaps.ts'

/** How the bytes of a file are kept: in one of these, or both, or as they are where compressing does not help. */
export const ASSET_ENCODINGS = ['gzip', 'identity'] as const
export type AssetEncoding = (typeof ASSET_ENCODINGS)[number]

export interface Asset {
  readonly mediaType: string
  /** True where the code inside may compile WebAssembly. */
  readonly compiles: boolean
  readonly bodies: Readonly<Partial<Record<AssetEncoding, Uint8Array>>>
  /** Where tables are left out of the bodies. */
  readonly gaps?: readonly Gap[]
}

/** Which files a page begins with; names are those in the pack. */
export interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Modules that the scripts import at once. */
  readonly preload: readonly string[]
}

export interface AssetManifest {
  readonly console: PageFiles
  readonly docs: PageFiles
  /** The documents of the guide as JSON, and the styles of its pages. */
  readonly guide: { readonly documents: string; readonly styles: readonly string[] }
  /** The style of results, loaded with the first tool. */
  readonly resultStyle: string
  /** The script of the threads that run tools in the tab. */
  readonly worker: string
  /** The list of the tools. */
  readonly tools: string
  /** Files of the languages of the page beside English, by their tags. */
  readonly languages: Readonly<Record<string, LanguageFiles>>
  readonly icon: string
}

export interface AssetPack {
  readonly manifest: AssetManifest
  /** By name. A name holds a digest of the bytes: what is once known of it stays true. */
  readonly assets: ReadonlyMap<string, Asset>
}

interface PackedAsset {
  readonly name: string
  readonly mediaType: string
  readonly compiles: boolean
  /** Place of the first byte behind the header, and length, of each form. */
  readonly bodies: Readonly<Partial<Record<AssetEncoding, readonly [start: number, length: number]>>>
  readonly gaps?: readonly Gap[]
}

interface PackHeader {
  readonly manifest: AssetManifest
  readonly assets: readonly PackedAsset[]
}

const LINE_FEED = 0x0a

/** One line of JSON that says what is where, and then the bytes. */
export function writeAssetPack({ manifest, assets }: AssetPack): Uint8Array {
  const blocks: Uint8Array[] = []
  let end = 0
  const packed = [...assets].map(([name, { mediaType, compiles, bodies, gaps }]): PackedAsset => {
    const places: Partial<Record<AssetEncoding, readonly [number, number]>> = {}
    for (const encoding of ASSET_ENCODINGS) {
      const bytes = bodies[encoding]
      if (!bytes) continue
      places[encoding] = [end, bytes.byteLength]
      blocks.push(bytes)
      end += bytes.byteLength
    }
    return { name, mediaType, compiles, bodies: places, ...(gaps && { gaps }) }
  })
  const header = new TextEncoder().encode(`${JSON.stringify({ manifest, assets: packed } satisfies PackHeader)}\n`)
  const pack = new Uint8Array(header.byteLength + end)
  pack.set(header)
  let at = header.byteLength
  for (const block of blocks) {
    pack.set(block, at)
    at += block.byteLength
  }
  return pack
}

/** @param bytes what writeAssetPack made; the assets share its memory */
export function readAssetPack(bytes: Uint8Array): AssetPack {
  const start = bytes.indexOf(LINE_FEED) + 1
  const { manifest, assets } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, start))) as PackHeader
  const opened = assets.map(({ name, mediaType, compiles, bodies, gaps }): [string, Asset] => {
    const forms = Object.entries(bodies).map(([encoding, [at, length]]) => [encoding, bytes.subarray(start + at, start + at + length)])
    return [name, { mediaType, compiles, bodies: Object.fromEntries(forms) as Asset['bodies'], ...(gaps && { gaps }) }]
  })
  return { manifest, assets: new Map(opened) }
}

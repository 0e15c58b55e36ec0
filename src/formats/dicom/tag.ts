// DICOM tags as unsigned 32-bit numbers (group in the upper half) and their notation `(gggg,eeee)`.

export const ITEM = 0xfffee000
export const ITEM_DELIMITER = 0xfffee00d
export const SEQUENCE_DELIMITER = 0xfffee0dd
export const PIXEL_DATA = 0x7fe00010
/** The length field of an element or item whose end is marked by a delimiter (PS3.5 §7.5). */
export const UNDEFINED_LENGTH = 0xffffffff

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase())

/** `(0010,0010)` */
export function formatTag(tag: number): string {
  return `(${HEX[tag >>> 24]}${HEX[(tag >>> 16) & 255]},${HEX[(tag >>> 8) & 255]}${HEX[tag & 255]})`
}

/** `00100010`, the form of PS3.18 Annex F. */
export function formatTagKey(tag: number): string {
  return HEX[tag >>> 24]! + HEX[(tag >>> 16) & 255] + HEX[(tag >>> 8) & 255] + HEX[tag & 255]
}

/** Reads `(0010,0010)`, `0010,0010` or `00100010`; undefined where the text is none of them. */
export function parseTag(text: string): number | undefined {
  const bare = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text
  if (/^[0-9A-Fa-f]{8}$/.test(bare)) return Number.parseInt(bare, 16)
  if (/^[0-9A-Fa-f]{4},[0-9A-Fa-f]{4}$/.test(bare)) return Number.parseInt(bare.slice(0, 4) + bare.slice(5), 16)
  return undefined
}

/** Odd groups belong to manufacturers (PS3.5 §7.8). */
export function isPrivateTag(tag: number): boolean {
  return (tag & 0x10000) !== 0
}

/** (gggg,0010) to (gggg,00FF) of an odd group name the creators of private blocks. */
export function isCreatorTag(tag: number): boolean {
  const element = tag & 0xffff
  return isPrivateTag(tag) && element >= 0x10 && element <= 0xff
}

/** The tag of the element that names the creator of a private element's block, or 0 where the tag lies in no block. */
export function creatorTagOf(tag: number): number {
  const block = (tag >>> 8) & 0xff
  return isPrivateTag(tag) && block >= 0x10 ? ((tag & 0xffff0000) | block) >>> 0 : 0
}

/** (gggg,0000) */
export function isGroupLengthTag(tag: number): boolean {
  return (tag & 0xffff) === 0
}

/** Group lengths (retired), the groups of commands and directories, and the meta group where it does not belong. */
export function isStructure(tag: number): boolean {
  return isGroupLengthTag(tag) || tag >>> 16 < 8
}

// Builds DICOM bytes by hand, so that tests and fixtures stand on nothing that they test.

export type Syntax = 'explicit' | 'implicit' | 'big'

const LONG_VRS = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])
export const UNDEFINED = 0xffffffff

export const TRANSFER_SYNTAXES: Record<Syntax, string> = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  big: '1.2.840.10008.1.2.2',
}

export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Latin-1; padded to even length with `pad`. */
export function text(value: string, pad = ' '): Uint8Array {
  const padded = value.length % 2 === 0 ? value : value + pad
  return Uint8Array.from(padded, (char) => char.charCodeAt(0))
}

export function hex(value: string): Uint8Array {
  return Uint8Array.from(value.replace(/\s/g, '').match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

export function u16(value: number, syntax: Syntax = 'explicit'): Uint8Array {
  const bytes = new Uint8Array(2)
  new DataView(bytes.buffer).setUint16(0, value, syntax !== 'big')
  return bytes
}

export function u32(value: number, syntax: Syntax = 'explicit'): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, syntax !== 'big')
  return bytes
}

export function tagBytes(tag: number, syntax: Syntax = 'explicit'): Uint8Array {
  return concat(u16(tag >>> 16, syntax), u16(tag & 0xffff, syntax))
}

/** One element; `length` overrides the length field, to lie. */
export function element(
  tag: number,
  vr: string,
  value: Uint8Array | string = '',
  syntax: Syntax = 'explicit',
  length?: number,
): Uint8Array {
  const bytes = typeof value === 'string' ? text(value, vr === 'UI' ? '\0' : ' ') : value
  const size = length ?? bytes.length
  const head = tagBytes(tag, syntax)
  if (syntax === 'implicit') return concat(head, u32(size, syntax), bytes)
  const letters = [vr.charCodeAt(0), vr.charCodeAt(1)]
  if (LONG_VRS.has(vr)) return concat(head, letters, [0, 0], u32(size, syntax), bytes)
  return concat(head, letters, u16(size & 0xffff, syntax), bytes)
}

export function item(content: Uint8Array, syntax: Syntax = 'explicit', isUndefined = false): Uint8Array {
  const head = concat(tagBytes(0xfffee000, syntax), u32(isUndefined ? UNDEFINED : content.length, syntax))
  return isUndefined ? concat(head, content, tagBytes(0xfffee00d, syntax), u32(0, syntax)) : concat(head, content)
}

/** A sequence of items that are built already. */
export function sequence(
  tag: number,
  items: readonly Uint8Array[],
  syntax: Syntax = 'explicit',
  isUndefined = false,
  vr = 'SQ',
): Uint8Array {
  const content = concat(...items)
  if (!isUndefined) return element(tag, vr, content, syntax)
  const end = concat(tagBytes(0xfffee0dd, syntax), u32(0, syntax))
  return concat(element(tag, vr, concat(), syntax, UNDEFINED), content, end)
}

/** Encapsulated pixel data: the offset table, then fragments. */
export function encapsulated(table: readonly number[], fragments: readonly Uint8Array[]): Uint8Array {
  const items = [concat(...table.map((offset) => u32(offset))), ...fragments].map((fragment) => item(fragment))
  return sequence(0x7fe00010, items, 'explicit', true, 'OB')
}

export function metaGroup(transferSyntax: string, more: Uint8Array = concat()): Uint8Array {
  const content = concat(
    element(0x00020001, 'OB', Uint8Array.of(0, 1)),
    element(0x00020002, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
    element(0x00020003, 'UI', '1.2.826.0.1.3680043.10.543.1.1'),
    element(0x00020010, 'UI', transferSyntax),
    element(0x00020012, 'UI', '1.2.826.0.1.3680043.10.543.9'),
    more,
  )
  return concat(element(0x00020000, 'UL', u32(content.length)), content)
}

/** A whole file with preamble. */
export function part10(dataset: Uint8Array, transferSyntax: string = TRANSFER_SYNTAXES.explicit): Uint8Array {
  return concat(new Uint8Array(128), text('DICM'), metaGroup(transferSyntax), dataset)
}

// Writes the description of a data set as JSON, byte for byte as JSON.stringify does. What every element of a tag has in common is put
// together once.
import type { ElementView, ItemView } from './describe-element.ts'

/** As they are described: the fields of each in the order in which it has them. */
export function writeViews(views: readonly ElementView[]): string {
  let json = '['
  for (let i = 0; i < views.length; i++) json += i === 0 ? writeView(views[i]!) : `,${writeView(views[i]!)}`
  return `${json}]`
}

function writeView(view: ElementView): string {
  const { vr, vm, length, byteOffset, undefinedLength, decodedAs, cut, base64, value, uidNames, fragments, items } = view
  let json = `${headOf(view)}"vr":"${vr}","vm":${vm},"length":${length},"byteOffset":${byteOffset},"private":${view.private}`
  if (view.creator !== undefined) json += `,"creator":${quote(view.creator)}`
  if (undefinedLength) json += ',"undefinedLength":true'
  if (items) return `${json},"items":${writeItems(items)}}`
  if (fragments) return `${json},"fragments":${JSON.stringify(fragments)}}`
  if (decodedAs !== undefined) json += `,"decodedAs":"${decodedAs}"`
  if (cut) json += ',"cut":true'
  if (base64 !== undefined) json += `,"base64":"${base64}"`
  if (value) json += `,"value":${writeValues(value)}`
  if (uidNames) json += `,"uidNames":${JSON.stringify(uidNames)}`
  return `${json}}`
}

/** By their tags, of elements with a keyword: no more than the registry and its repeating groups have. */
const heads = new Map<string, string>()

/** The fields up to the VR. */
function headOf({ tag, keyword, name }: ElementView): string {
  if (keyword === undefined) return name === undefined ? `{"tag":"${tag}",` : `{"tag":"${tag}","name":${quote(name)},`
  let head = heads.get(tag)
  if (head === undefined) {
    head = `{"tag":"${tag}","keyword":${quote(keyword)},"name":${quote(name!)},`
    heads.set(tag, head)
  }
  return head
}

function writeValues(values: readonly (string | number)[]): string {
  let json = '['
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (i > 0) json += ','
    json += typeof value === 'string' ? quote(value) : value
  }
  return `${json}]`
}

function writeItems(items: readonly ItemView[]): string {
  const written = items.map(
    ({ index, byteOffset, elements }) => `{"index":${index},"byteOffset":${byteOffset},"elements":${writeViews(elements)}}`,
  )
  return `[${written.join(',')}]`
}

/** A short text of plain signs stands as it is. */
function quote(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return JSON.stringify(text)
  }
  return `"${text}"`
}

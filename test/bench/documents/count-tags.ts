// Counts elements of a document by no part of the XML reader.

/** Start tags in the text, without comments and CDATA sections. */
export function countTags(bytes: Uint8Array, name: string): number {
  const text = new TextDecoder().decode(bytes).replace(/<!--.*?-->|<!\[CDATA\[.*?\]\]>/gs, '')
  return text.match(new RegExp(`<(?:\\w+:)?${name}[\\s/>]`, 'g'))?.length ?? 0
}

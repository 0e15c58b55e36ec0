// Reads as much of MessagePack as frequency lists use: arrays, maps, strings and small numbers.

/** @throws Error for any other type of value */
export function readMessagePack(bytes: Buffer): unknown {
  let at = 0
  const size = (width: 1 | 2 | 4): number => {
    at += width
    return bytes.readUIntBE(at - width, width)
  }
  const text = (length: number): string => {
    at += length
    return bytes.toString('utf8', at - length, at)
  }
  const array = (length: number): unknown[] => Array.from({ length }, read)
  const map = (length: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length }, () => [String(read()), read()] as const))
  function read(): unknown {
    const type = size(1)
    if (type < 0x80) return type
    if (type < 0x90) return map(type & 15)
    if (type < 0xa0) return array(type & 15)
    if (type < 0xc0) return text(type & 31)
    if (type >= 0xd9 && type <= 0xdb) return text(size(([1, 2, 4] as const)[type - 0xd9]!))
    if (type === 0xdc || type === 0xdd) return array(size(type === 0xdc ? 2 : 4))
    throw new Error(`MessagePack type 0x${type.toString(16)} is not read`)
  }
  return read()
}

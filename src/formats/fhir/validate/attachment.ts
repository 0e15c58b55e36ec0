// Attachments: the size and hash that are stated against the data that is there.
import type { JsonObject, JsonPath } from '../json/json-value.ts'
import type { Context } from './context.ts'
import { isBase64 } from './primitive.ts'

/** Bytes that base64 stands for. */
export function bytesOf(base64: string): number {
  let letters = 0
  for (let i = 0; i < base64.length; i++) {
    const unit = base64.charCodeAt(i)
    if (unit > 0x20 && unit !== 0x3d) letters++
  }
  return Math.floor((letters * 3) / 4)
}

export function checkAttachment({ issues }: Context, value: JsonObject, path: JsonPath): void {
  const { data, size, hash } = value
  if (typeof data !== 'string' || !isBase64(data)) return
  if (typeof size === 'number' && size !== bytesOf(data)) issues.add('attachment_size', path, { expected: `${bytesOf(data)} bytes` })
  if (typeof hash === 'string' && isBase64(hash) && bytesOf(hash) !== 20) {
    issues.add('attachment_hash', path, { expected: 'SHA-1, which has 20 bytes' })
  }
}

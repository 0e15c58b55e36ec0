// The head of a Part 10 file, made anew: an empty preamble, which in the original may be another file (a polyglot), the prefix, and group
// 0002 with what PS3.10 Table 7.1-1 requires and nothing of where the file has been.
import { EXPLICIT_LITTLE } from '../read/transfer-syntax.ts'
import { encodeAscii, encodeElement, writeUint32 } from './encode-element.ts'
import { joinViews } from './part-list.ts'

/** Names this program in files that it wrote; from a UUID (PS3.5 §B.2). */
const IMPLEMENTATION_CLASS_UID = '2.25.232374920537468158416293847510836213461'
const IMPLEMENTATION_VERSION_NAME = 'HEALTH_TOOLS_1'
const PREAMBLE_BYTES = 128

export interface FileIdentity {
  readonly classUid: string
  readonly instanceUid: string
  readonly transferSyntax: string
}

const uid = (tag: number, value: string) => encodeElement(tag, 'UI', encodeAscii(value, 'UI'), EXPLICIT_LITTLE)
const PREFIX = joinViews([new Uint8Array(PREAMBLE_BYTES), Uint8Array.of(0x44, 0x49, 0x43, 0x4d)])
const META_VERSION = encodeElement(0x00020001, 'OB', Uint8Array.of(0, 1), EXPLICIT_LITTLE)
const IMPLEMENTATION = joinViews([
  uid(0x00020012, IMPLEMENTATION_CLASS_UID),
  encodeElement(0x00020013, 'SH', encodeAscii(IMPLEMENTATION_VERSION_NAME, 'SH'), EXPLICIT_LITTLE),
])

export function encodeFileHead({ classUid, instanceUid, transferSyntax }: FileIdentity): Uint8Array {
  const group = [META_VERSION]
  if (classUid !== '') group.push(uid(0x00020002, classUid))
  if (instanceUid !== '') group.push(uid(0x00020003, instanceUid))
  group.push(uid(0x00020010, transferSyntax), IMPLEMENTATION)
  let groupBytes = 0
  for (const { length } of group) groupBytes += length
  const length = new Uint8Array(4)
  writeUint32(length, 0, groupBytes, true)
  return joinViews([PREFIX, encodeElement(0x00020000, 'UL', length, EXPLICIT_LITTLE), ...group])
}

// Text encodings: every byte of a document is either decoded or listed as invalid, and what was decoded without loss encodes back to the same bytes.
import { decodeText } from '../../../../src/formats/text/encoding/decode-text.ts'
import { detectEncoding } from '../../../../src/formats/text/encoding/detect-encoding.ts'
import { encodeText } from '../../../../src/formats/text/encoding/encode-text.ts'
import { ENCODINGS, startsWithMark } from '../../../../src/formats/text/encoding/encoding-names.ts'
import { bytesOf, expectThat, type FuzzTarget } from '../../engine/target.ts'

const SEEDS = ['Größe 42 ä漢字😀', 'plain text\r\n', '日本語 テスト', 'Петровский', '한국어', 'العربية', 'ελληνικά']

export const target: FuzzTarget = {
  covers: [
    'decode-text',
    'decode-multi-byte',
    'decode-unicode',
    'detect-encoding',
    'detect-east-asian',
    'detect-single-byte',
    'encode-text',
    'double-byte',
    'encoding-names',
    'measure-utf8',
    'single-byte',
    'text-writer',
  ].map((name) => `src/formats/text/encoding/${name}.ts`),
  dictionary: ['\u001b$B', '\u001b(B', '\u001b(J', '\ufeff'],
  maxBytes: 600,
  seeds: () =>
    SEEDS.flatMap((text, i) => [
      Uint8Array.of(0, ...bytesOf(text)),
      Uint8Array.of(i * 5, ...Buffer.from(text, 'utf16le')),
      ...ENCODINGS.map((name, n) => Uint8Array.of(n, ...encodeText(text, name, { withMark: false, policy: 'replace' }).bytes)),
    ]),
  run(input) {
    const bytes = input.slice(1)
    const name = ENCODINGS[(input[0] ?? 0) % ENCODINGS.length]!
    const found = detectEncoding(bytes)
    expectThat(found.confidence >= 0 && found.confidence <= 1 && ENCODINGS.includes(found.encoding), 'a detection names an encoding')
    expectThat(JSON.stringify(detectEncoding(bytes)) === JSON.stringify(found), 'the same detection twice')
    const { text, invalid, invalidCount } = decodeText(bytes, name)
    expectThat(text.isWellFormed(), 'decoded text is well-formed')
    for (const { offset, length } of invalid as readonly { offset: number; length: number }[]) {
      expectThat(offset >= 0 && length > 0 && offset + length <= bytes.length, 'an invalid span is in the document')
    }
    if (invalidCount > 0) return
    const encode = (encoding: typeof name) => encodeText(text, encoding, { withMark: startsWithMark(bytes, name), policy: 'replace' })
    let back = encode(name)
    // By the WHATWG Encoding Standard, GBK is decoded as GB 18030, but its encoder writes no sequences of four bytes.
    if (name === 'gbk' && back.unmappableCount > 0) back = encode('gb18030')
    expectThat(back.unmappableCount === 0, 'what was decoded can be encoded')
    const again = decodeText(back.bytes, name)
    expectThat(again.text === text && again.invalidCount === 0, 'encoded text decodes to the same text')
  },
}

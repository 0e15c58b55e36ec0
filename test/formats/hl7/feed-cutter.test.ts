// The cutter of feeds: each message whole and once, whatever the borders of the chunks; headers and trailers of files and batches counted.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { MESSAGE_FEED } from '../../../src/formats/hl7/index/feed-cutter.ts'

const ONE = 'MSH|^~\\&|A|B|||20260102||ADT^A01|1|P|2.5.1\rPID|1||1\r'
const TWO = 'MSH|^~\\&|A|B|||20260102||ADT^A02|2|P|2.5.1\rPID|1||MSH\r'

function cut(text: string, size: number, maxBytes = 1000) {
  const cutter = MESSAGE_FEED.openCutter(maxBytes)
  const bytes = new TextEncoder().encode(text)
  const pieces: (Uint8Array | ProblemError)[] = []
  for (let at = 0; at < bytes.length; at += size) {
    pieces.push(...cutter.split(bytes.slice(at, at + size)))
    expect(cutter.pendingBytes).toBeLessThanOrEqual(maxBytes)
  }
  pieces.push(...cutter.end())
  const texts = pieces.map((piece) =>
    piece instanceof ProblemError ? piece.code : new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece),
  )
  return { texts, envelope: cutter.envelope }
}

describe.each([1, 2, 3, 7, 64, 1000])('a feed in chunks of %i bytes', (size) => {
  test.each<[string, string, readonly string[]]>([
    ['messages', ONE + TWO, [ONE, TWO]],
    ['one without a line end', ONE.slice(0, -1), [ONE.slice(0, -1)]],
    ['line feeds', `${ONE}${TWO}`.replaceAll('\r', '\n'), [ONE.replaceAll('\r', '\n'), TWO.replaceAll('\r', '\n')]],
    ['both', `${ONE}${TWO}`.replaceAll('\r', '\r\n'), [ONE.replaceAll('\r', '\r\n'), TWO.replaceAll('\r', '\r\n')]],
    ['frames of MLLP', `\v${ONE}\x1c\r\v${TWO}\x1c\r`, [`\v${ONE}\x1c\r`, `\v${TWO}\x1c\r`]],
    ['blank lines between', `\r\n${ONE}\n\n${TWO}`, [`\r\n${ONE}\n\n`, TWO]],
    ['a byte order mark', `\ufeff${ONE}${TWO}`, [`\ufeff${ONE}`, TWO]],
    ['text before the first', `export\r${ONE}`, ['export\r', ONE]],
    ['other delimiters', ONE.replaceAll('|', '#') + TWO, [ONE.replaceAll('|', '#'), TWO]],
    ['no message', 'nothing\r', ['nothing\r']],
    ['nothing', '\r\n \v', []],
    ['a word that begins like a header', `${ONE}MSHX\rNTE|1\r${TWO}`, [`${ONE}MSHX\rNTE|1\r`, TWO]],
  ])('%s', (_title, text, pieces) => expect(cut(text, size)).toEqual({ texts: pieces, envelope: undefined }))

  test('counts headers and trailers, and passes over nothing else', () => {
    const text = `FHS|^~\\&\rBHS|^~\\&\r${ONE}${TWO}BTS|2\rBHS|^~\\&\r\n${ONE}BTS|1|x\r\nFTS|2`
    expect(cut(text, size)).toEqual({ texts: [ONE, TWO, ONE], envelope: { segments: 6, wrongCounts: 0, comments: 1 } })
  })

  test.each([
    ['FHS-10', `FHS|^~\\&|A|B|C|D|2026||id|Comment\r${ONE}`, 1],
    ['BHS-10 behind other delimiters', `BHS#^~\\&#A#B#C#D#2026##id#Comment\r${ONE}`, 1],
    ['BHS-9 and BHS-11', `BHS|^~\\&|A|B|C|D|2026||id||control\r${ONE}`, 0],
    ['BTS-2 and FTS-2', `${ONE}BTS|1|Comment|3\rFTS|1|Comment\r`, 2],
    ['BTS-3', `${ONE}BTS|1| |3\r`, 0],
  ])('counts comments: %s', (_title, text, comments) => expect(cut(text, size).envelope).toMatchObject({ comments }))

  test('counts trailers that are wrong', () => {
    const text = `\ufeffBHS|^~\\&\r${ONE}BTS|2\rleft over\r${TWO}FTS|1\r`
    expect(cut(text, size)).toEqual({ texts: [ONE, 'left over\r', TWO], envelope: { segments: 3, wrongCounts: 1, comments: 0 } })
  })

  test('tells once of a message that is too long, and goes on', () => {
    const text = `${ONE}MSH|^~\\&|\r${'NTE|1||long\r'.repeat(200)}${TWO}`
    expect(cut(text, size, 1000 + size).texts).toEqual([ONE, 'body_too_large', TWO])
  })
})

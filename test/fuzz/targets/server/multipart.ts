// Forms: however the bytes are cut into chunks the parts are the same, whole or as they come, and a form that is written by the rules reads back.
import { ProblemError } from '../../../../src/core/problem.ts'
import { type FormReader, openFormReader, openFormStream } from '../../../../src/http/request/multipart.ts'
import type { PartHead } from '../../../../src/http/request/part-head.ts'
import { findBytes } from '../../../../src/platform/server/node-body.ts'
import { bytesOf, Decisions, expectThat, type FuzzTarget } from '../../engine/target.ts'

const MAX_BYTES = 1_000_000
const LIMITS = { maxParts: 20, maxHeaderBytes: 2048 }
const TYPE = 'multipart/form-data; boundary=b0'
const HEAD = '--b0\r\nContent-Disposition: form-data; name="'

type Part = readonly [name: string, contentType: string | undefined, content: string]

/** @param announcedBytes 0: their number is unknown */
function read(bytes: Uint8Array, size: number, announcedBytes = 0): string {
  const reader = openFormReader(TYPE, { announcedBytes, maxBytes: MAX_BYTES }, LIMITS, findBytes)
  return outcomeOf(bytes, size, reader, () =>
    reader.finish().map(({ name, bytes: content, contentType }): Part => [name, contentType, Buffer.from(content).toString('latin1')]),
  )
}

function readAsItComes(bytes: Uint8Array, size: number): string {
  const parts: { readonly head: PartHead; readonly pieces: Buffer[] }[] = []
  const taker = {
    begin: (head: PartHead) => void parts.push({ head, pieces: [] }),
    take: (piece: Uint8Array) => void parts.at(-1)!.pieces.push(Buffer.from(piece)),
    end: () => undefined,
  }
  const reader = openFormStream(TYPE, MAX_BYTES, LIMITS, findBytes, taker)
  return outcomeOf(bytes, size, reader, () => {
    reader.finish()
    return parts.map(({ head, pieces }): Part => [head.name, head.contentType, Buffer.concat(pieces).toString('latin1')])
  })
}

function outcomeOf(bytes: Uint8Array, size: number, reader: FormReader, finish: () => readonly Part[]): string {
  try {
    for (let i = 0; i < bytes.length; i += size) reader.append(bytes.slice(i, i + size))
    return JSON.stringify(finish())
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    reader.discard()
    const at = error.at?.byteOffset
    expectThat(at === undefined || (at >= 0 && at <= bytes.length), 'a refusal is at a place of the body')
    return `${error.code}`
  }
}

export const target: FuzzTarget = {
  covers: ['src/http/request/multipart.ts', 'src/http/request/part-head.ts', 'src/http/request/byte-sink.ts'],
  dictionary: [
    HEAD,
    '"\r\n\r\n',
    '\r\n--b0--\r\n',
    '\r\n--b0',
    'Content-Type: text/plain\r\n',
    'filename="x"',
    "filename*=UTF-8''a",
    '; ',
    '\\"',
    'Content-Transfer-Encoding: base64\r\n',
  ],
  seeds: () =>
    [
      `${HEAD}file"; filename="a;b.dcm"\r\nContent-Type: application/dicom\r\n\r\none\r\n--b1\r\n\r\n${HEAD}x"\r\n\r\n\r\n\r\n--b0--\r\n`,
      `before\r\n${HEAD}a"\r\n\r\n1\r\n--b0--\r\nafter`,
      '--b0--',
      `${HEAD}options"\r\n\r\n{"a":1}\r\n--b0--`,
    ].map(bytesOf),
  run(input) {
    const whole = read(input, 1 << 20)
    for (const size of [1, 5, 64]) {
      expectThat(read(input, size) === whole, 'parts do not depend on chunks')
      expectThat(read(input, size, input.length) === whole, 'parts do not depend on the announced length')
      expectThat(readAsItComes(input, size) === whole, 'parts that are passed on are those of the whole form')
    }
    checkWritten(new Decisions(input))
  },
}

function checkWritten(decisions: Decisions): void {
  const parts = Array.from(
    { length: decisions.below(4) },
    (_, i) => [`n${i}`, undefined, Buffer.from(decisions.take(decisions.below(40))).toString('latin1')] as const,
  )
  if (parts.some(([, , content]) => content.includes('--b0'))) return
  const form = parts.map(([name, , content]) =>
    Buffer.concat([bytesOf(`${HEAD}${name}"\r\n\r\n`), Buffer.from(content, 'latin1'), bytesOf('\r\n')]),
  )
  expectThat(read(Buffer.concat([...form, bytesOf('--b0--\r\n')]), 9) === JSON.stringify(parts), 'a form reads back')
}

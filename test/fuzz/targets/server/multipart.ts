// Forms: however the bytes are cut into chunks the parts are the same, and a form that is written by the rules reads back.
import { ProblemError } from '../../../../src/core/problem.ts'
import { openFormReader } from '../../../../src/http/request/multipart.ts'
import { findBytes } from '../../../../src/platform/server/node-body.ts'
import { bytesOf, Decisions, expectThat, type FuzzTarget } from '../../engine/target.ts'

const LIMITS = { maxParts: 20, maxHeaderBytes: 2048 }
const TYPE = 'multipart/form-data; boundary=b0'
const HEAD = '--b0\r\nContent-Disposition: form-data; name="'

function read(bytes: Uint8Array, size: number): string {
  try {
    const reader = openFormReader(TYPE, { announcedBytes: 0, maxBytes: 1_000_000 }, LIMITS, findBytes)
    for (let i = 0; i < bytes.length; i += size) reader.append(bytes.slice(i, i + size))
    return JSON.stringify(
      reader.finish().map(({ name, bytes: content, contentType }) => [name, contentType, Buffer.from(content).toString('latin1')]),
    )
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
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
    for (const size of [1, 5, 64]) expectThat(read(input, size) === whole, 'parts do not depend on chunks')
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

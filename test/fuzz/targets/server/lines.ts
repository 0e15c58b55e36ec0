// The splitter of NDJSON: lines do not depend on chunks, and none is lost.
import { ProblemError } from '../../../../src/core/problem.ts'
import { LineSplitter } from '../../../../src/http/request/line-splitter.ts'
import { bytesOf, expectThat, type FuzzTarget } from '../../engine/target.ts'

const MAX_LINE = 60

function split(bytes: Uint8Array, size: number): string[] {
  const splitter = new LineSplitter(MAX_LINE)
  const found: string[] = []
  for (let i = 0; i < bytes.length; i += size) {
    for (const each of splitter.split(bytes.slice(i, i + size)))
      found.push(each instanceof ProblemError ? each.code : Buffer.from(each).toString('latin1'))
  }
  for (const each of splitter.end()) found.push(Buffer.from(each).toString('latin1'))
  return found
}

export const target: FuzzTarget = {
  covers: ['src/http/request/line-splitter.ts', 'src/http/request/byte-sink.ts'],
  dictionary: ['\n', '\r\n', '\r', ' ', '\t', 'x'.repeat(MAX_LINE)],
  maxBytes: 600,
  seeds: () => ['{"a":1}\n{"b":2}\r\n\n  \n{"c":3}', '\n\n', 'x'.repeat(200)].map(bytesOf),
  run(input) {
    const whole = split(input, 1 << 20)
    for (const size of [1, 7, 64]) expectThat(JSON.stringify(split(input, size)) === JSON.stringify(whole), 'lines do not depend on chunks')
    const expected = Buffer.from(input)
      .toString('latin1')
      .split('\n')
      .filter((line) => !/^[ \t\r]*$/.test(line))
      .map((line) => (line.length > MAX_LINE ? 'body_too_large' : line.replace(/\r$/, '')))
    expectThat(JSON.stringify(whole) === JSON.stringify(expected), 'every line comes out')
  },
}

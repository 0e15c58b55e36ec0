// ZIP archives of answers: every file comes back under its name with its bytes, by an independent reader of the central directory.
import { unzipSync } from 'fflate'
import { zipFiles } from '../../../../src/http/response/zip.ts'
import { bytesOf, Decisions, expectThat, type FuzzTarget, sameBytes, textOf } from '../../engine/target.ts'

export const target: FuzzTarget = {
  covers: ['src/http/response/zip.ts'],
  dictionary: ['PK\u0003\u0004', 'a/b', '../', 'ä漢'],
  seeds: () => ['\u0003\u0001a\u0004abcd', '\u0002\u0003xyz\u0000', '\u0005\u0002ab\u0010'].map(bytesOf),
  run(input) {
    const decisions = new Decisions(input)
    const files: Record<string, Uint8Array> = {}
    for (let left = 1 + decisions.below(6); left > 0; left--) {
      const name = textOf(decisions.take(1 + decisions.below(12))).replaceAll('\u0000', '') || 'x'
      const content = decisions.take(decisions.below(200))
      if (!Object.hasOwn(files, name) && name !== '__proto__') files[name] = content
    }
    const read = unzipSync(zipFiles(files))
    expectThat(Object.keys(read).length === Object.keys(files).length, 'each file is there')
    for (const [name, content] of Object.entries(files))
      expectThat(name in read && sameBytes(read[name]!, content), 'each file has its bytes')
  },
}

// Archives of FHIR packages (tar, gzip): refused by a ProblemError, or files within the limits, however the headers lie.
import { gzipSync } from 'node:zlib'
import { ProblemError } from '../../../../src/core/problem.ts'
import { readArchive } from '../../../../src/formats/fhir/profile/read-archive.ts'
import { composeTar } from '../../../../src/platform/backup/tar.ts'
import { expectThat, type FuzzTarget, refusable } from '../../engine/target.ts'

const TAR = composeTar(
  [
    { name: 'package/package.json', content: '{"name":"x"}' },
    { name: 'package/a.json', content: '{}' },
  ],
  0,
)
const LIMITS = { maxBytes: 1 << 16, maxFiles: 20 }

export const target: FuzzTarget = {
  covers: ['src/formats/fhir/profile/read-archive.ts'],
  dictionary: ['ustar\u0000', 'package/', '../', 'path=', '30 path=package/b.json\n', 'x', 'L', '0000012\u0000', '77777777777\u0000', '/'],
  seeds: () => [Uint8Array.of(0, ...gzipSync(TAR)), Uint8Array.of(1, ...TAR), Uint8Array.of(1, ...TAR.subarray(0, 600))],
  run(input) {
    const rest = input.slice(1)
    const archive = (input[0] ?? 0) % 2 === 0 ? rest : gzipSync(withChecksums(rest), { level: 1 })
    const files = refusable(() => readArchive(new Uint8Array(archive), (path) => path.endsWith('.json'), LIMITS))
    if (files instanceof ProblemError) return
    expectThat(files.length <= LIMITS.maxFiles, 'files are within the limit')
    for (const { path, bytes } of files) {
      expectThat(path.endsWith('.json') && !path.startsWith('/') && !path.split('/').includes('..'), 'a path stays in the archive')
      expectThat(bytes.length <= LIMITS.maxBytes, 'bytes are within the limit')
    }
  },
}

/** Headers whose checksum fits, so that the search gets behind it. */
function withChecksums(tar: Uint8Array): Uint8Array {
  for (let at = 0; at + 512 <= tar.length; at += 512) {
    const block = tar.subarray(at, at + 512)
    if (Buffer.from(block.subarray(257, 262)).toString('latin1') !== 'ustar') continue
    block.fill(0x20, 148, 156)
    const sum = block.reduce((total, byte) => total + byte, 0)
    block.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\u0000 `), 148)
  }
  return tar
}

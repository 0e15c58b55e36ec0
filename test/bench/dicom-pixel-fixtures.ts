// Compresses the sample images into test/fixtures/dicom-pixels: node test/bench/dicom-pixel-fixtures.ts
// Needs dcmtk, libgdcm-tools, libjxl-tools, libopenjp2-tools and openjph-tools of Debian.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { encapsulated, part10 } from '../formats/dicom/build-dicom.ts'
import { imageDataset, nativeFile, netpbm, SAMPLES, type Sample, sampleBytes } from '../formats/dicom/pixels/sample-image.ts'

const scratch = mkdtempSync(join(tmpdir(), 'fixtures-'))
const target = (name: string): string => join(import.meta.dirname, '..', 'fixtures', 'dicom-pixels', `${name}.dcm`)
const JPEG_XL_ENCODER = 'cjxl'
const JPEG_2000_ENCODER = 'opj_compress'
const BASE = '1.2.840.10008.1.2'

function convert(name: keyof typeof SAMPLES, command: string, args: readonly string[], suffix: string): void {
  const source = join(scratch, `${name}.dcm`)
  writeFileSync(source, nativeFile(SAMPLES[name]))
  execFileSync(command, [...args, source, target(`${name}-${suffix}`)])
}

function wrap(
  name: keyof typeof SAMPLES,
  suffix: string,
  transferSyntax: string,
  frames: readonly Uint8Array[],
  changes: Partial<Sample> = {},
): void {
  const padded = frames.map((frame) => (frame.length % 2 === 0 ? frame : Uint8Array.from([...frame, 0])))
  const dataset = imageDataset({ ...SAMPLES[name], ...changes, pixels: encapsulated([], padded) })
  writeFileSync(target(`${name}-${suffix}`), part10(dataset, transferSyntax))
}

const plain = ['--uid-never']
for (const name of ['gray8', 'gray8x3', 'gray12', 'signed16', 'rgb8', 'gray32'] as const) convert(name, 'dcmcrle', plain, 'rle')
convert('gray8', 'dcmcjpeg', ['+eb', '+q', '98', ...plain], 'jpeg-baseline')
convert('rgb8', 'dcmcjpeg', ['+eb', '+q', '98', '+cy', '+s2', ...plain], 'jpeg-baseline')
convert('gray12', 'dcmcjpeg', ['+ee', '+q', '98', ...plain], 'jpeg-extended')
convert('gray8', 'dcmcjpeg', ['+el', ...plain], 'jpeg-lossless')
convert('signed16', 'dcmcjpeg', ['+e1', ...plain], 'jpeg-lossless')
convert('gray8x3', 'dcmcjpls', ['+el', ...plain], 'jpegls')
convert('signed12', 'dcmcjpls', ['+el', ...plain], 'jpegls')
convert('rgb8', 'dcmcjpls', ['+el', '+il', ...plain], 'jpegls-line')
convert('rgb8', 'dcmcjpls', ['+el', '+in', ...plain], 'jpegls-plane')
convert('gray12', 'dcmcjpls', ['+en', '+md', '2', ...plain], 'jpegls-near')
for (const name of ['gray8', 'signed12', 'signed16', 'rgb8'] as const) convert(name, 'gdcmconv', ['--j2k'], 'jpeg2000')
convert('gray12', 'gdcmconv', ['--j2k', '--irreversible'], 'jpeg2000-lossy')

for (const [suffix, photometric, more] of [
  ['jpeg2000', 'YBR_RCT', []],
  ['jpeg2000-planes', 'RGB', ['-mct', '0', '-p', 'CPRL']],
] as const) {
  const [source, stream] = [join(scratch, 'rgb16.ppm'), join(scratch, `rgb16-${suffix}.j2k`)]
  writeFileSync(source, netpbm(SAMPLES.rgb16))
  execFileSync(JPEG_2000_ENCODER, ['-i', source, '-o', stream, '-n', '3', ...more], { stdio: 'ignore' })
  wrap('rgb16', suffix, `${BASE}.4.90`, [readFileSync(stream)], { photometric })
}

for (const name of ['gray8', 'gray16', 'rgb8'] as const) {
  const [source, stream] = [join(scratch, `${name}.${name === 'rgb8' ? 'ppm' : 'pgm'}`), join(scratch, `${name}.jxl`)]
  writeFileSync(source, netpbm(SAMPLES[name]))
  execFileSync(JPEG_XL_ENCODER, ['-d', '0', '--container=0', source, stream], { stdio: 'ignore' })
  wrap(name, 'jpegxl', `${BASE}.4.110`, [readFileSync(stream)])
}

const THROUGHPUT_ENCODER = 'ojph_compress'
for (const [name, suffix, more] of [
  ['gray8', 'htj2k', []],
  ['gray16', 'htj2k', []],
  ['rgb8', 'htj2k', []],
  ['rgb8', 'htj2k-planes', ['-colour_trans', 'false']],
  ['rgb16', 'htj2k', []],
  ['rgb16', 'htj2k-planes', ['-colour_trans', 'false']],
] as const) {
  const [source, stream] = [join(scratch, `${name}.${name.startsWith('rgb') ? 'ppm' : 'pgm'}`), join(scratch, `${name}-${suffix}.j2c`)]
  writeFileSync(source, netpbm(SAMPLES[name]))
  execFileSync(THROUGHPUT_ENCODER, ['-i', source, '-o', stream, '-reversible', 'true', ...more], { stdio: 'ignore' })
  wrap(name, suffix, `${BASE}.4.201`, [readFileSync(stream)])
}

const frameBytes = (sample: Sample): Uint8Array[] => {
  const bytes = sampleBytes(sample)
  const size = bytes.length / sample.frames
  return Array.from({ length: sample.frames }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}
wrap(
  'gray8x3',
  'deflated-frames',
  `${BASE}.8.1`,
  frameBytes(SAMPLES.gray8x3).map((frame) => deflateRawSync(frame)),
)
wrap('gray12', 'encapsulated', `${BASE}.1.98`, frameBytes(SAMPLES.gray12))

// Words beside the pixels that nobody judged: comments, camera and editor records of compressed frames, and what follows the last frame.
import type { DicomFile } from '../../dicom-file.ts'
import { listTextRuns } from '../hidden/letter-run.ts'
import type { ByteRange } from './pixel-margins.ts'

/** Fewer letters in a row are chance, or an abbreviation. */
const LEAST_LETTERS = 4
/** No coder writes more. */
const LONGEST_WORD = 16
/** Names of coders and of the segments that hold no text (ITU-T T.871, T.872 and others), and the words around them. */
const CODER_WORDS: ReadonlySet<string> = new Set(
  (
    'accusoft adobe aware build codec code coded coder codestream comment company compressed compressor copyright corporation created creator ' +
    'default delta distortion encoded encoder exif fast final free fujifilm gdcm generated grassroots hewlett imaging independent info intel ' +
    'jasper jfif jfxx jpeg jpegls kakadu lavc layer lead leadtools library libjpeg licence license lines lizard ljif lossless lossy matlab ' +
    'microsoft openjpeg optimized output packard pegasus photoshop picasso quality rate released software spiff squared standard technologies ' +
    'toolkit turbo using version with'
  ).split(' '),
)

/** @param margins of the Pixel Data of the result */
export function containsForeignText({ data }: DicomFile, margins: readonly ByteRange[]): boolean {
  return margins.some(
    ({ start, end, words, samples }) => words && (samples ? spellsName(data, start, end) : containsWords(data, start, end)),
  )
}

/** Samples of two bytes with small values look like letters of two bytes. */
function spellsName(data: Uint8Array, start: number, end: number): boolean {
  return listTextRuns(data, start, end).some((run) => data[run.start + 1] !== 0)
}

/** A run of letters that no coder writes; letters of other scripts have bytes above 7F. */
function containsWords(data: Uint8Array, start: number, end: number): boolean {
  let word = ''
  for (let i = start; i <= end; i++) {
    const code = i < end ? data[i]! | 0x20 : 0
    if (code >= 0x61 && code <= 0x7a && data[i]! >= 0x41) {
      if (word.length === LONGEST_WORD) return true
      word += String.fromCharCode(code)
      continue
    }
    if (word.length >= LEAST_LETTERS && !CODER_WORDS.has(word)) return true
    word = ''
  }
  return false
}

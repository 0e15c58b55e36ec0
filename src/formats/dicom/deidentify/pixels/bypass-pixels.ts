// Native samples that a new file has unchanged: their bytes need not be there while the rest is de-identified. Only samples of frames that the
// header describes, without their first and last bytes, and only if no bit is set in them that is none of a sample.
import { ProblemError } from '../../../../core/problem.ts'
import type { Bypass, ByteSpan } from '../../../../core/tool.ts'
import { type DicomFile, findIn } from '../../dicom-file.ts'
import { framesBytes } from '../../pixels/native-frame.ts'
import type { PixelFormat } from '../../pixels/pixel-format.ts'
import { readTag } from '../../read/element-header.ts'
import { readDicom } from '../../read/read-dicom.ts'
import { skimDicom } from '../../read/skim-dicom.ts'
import { PIXEL_DATA } from '../../tag.ts'
import { clearSpareBits, hasSpareBits } from '../hidden/high-bits.ts'
import { countsFrames, formatOf } from '../hidden/scrub-file.ts'

/** The bytes of the longest sample that has spare bits. */
const CELL_BYTES = 4
/** At the start and at the end of the samples, a multiple of a sample: what stands there may be looked at to tell what it is. */
const EDGE_BYTES = 4_096
/** Fewer are not worth it. */
const LEAST_BYTES = 1 << 20
const BLOCK_BYTES = 1 << 16

interface Samples extends Facts {
  readonly span: ByteSpan
}

/** What is read of a file about its samples. */
interface Facts {
  readonly format: PixelFormat
  readonly valueStart: number
  readonly length: number
  readonly littleEndian: boolean
}

export function bypassPixels(): Bypass {
  return new PixelBypass()
}

class PixelBypass implements Bypass {
  readonly #skimmer = skimDicom(EDGE_BYTES, LEAST_BYTES)
  readonly #block = new Uint8Array(BLOCK_BYTES)
  #samples: Samples | undefined
  #isOver = false
  /** In the block: a sample whose rest is still to come. */
  #begun = 0

  next(document: Uint8Array): ByteSpan | 'more' | 'none' {
    while (!this.#isOver) {
      const span = this.#skimmer.next(document)
      if (span === 'more' || span === 'none') return span
      if (!followsPixelTag(document, span.byteStart - EDGE_BYTES)) continue
      // Read once: a hostile file could have many such places.
      this.#isOver = true
      this.#samples = samplesIn(document, span)
      if (this.#samples) return this.#samples.span
    }
    return 'none'
  }

  accepts(bytes: Uint8Array): boolean {
    const { format, littleEndian } = this.#samples!
    if (!hasSpareBits(format)) return true
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#begun)
      this.#block.set(part, this.#begun)
      at += part.length
      const filled = this.#begun + part.length
      this.#begun = filled % CELL_BYTES
      if (clearSpareBits(this.#block.subarray(0, filled - this.#begun), format, littleEndian)) return false
      this.#block.copyWithin(0, filled - this.#begun, filled)
    }
    return true
  }

  confirms(document: Uint8Array): boolean {
    const { span: _, ...facts } = this.#samples!
    // Attributes that stand behind the samples, against the order of the standard, are seen only now.
    return JSON.stringify(factsOf(document)) === JSON.stringify(facts)
  }
}

/** Whether a header of Pixel Data may end there, in any encoding: 8 bytes without a VR, 12 with one. */
function followsPixelTag(document: Uint8Array, valueStart: number): boolean {
  return [8, 12].some((length) => {
    const start = valueStart - length
    return start >= 0 && [true, false].some((littleEndian) => readTag(document, start, littleEndian) === PIXEL_DATA)
  })
}

/** @param span in the value of an element, behind its first bytes */
function samplesIn(document: Uint8Array, { byteStart, byteEnd }: ByteSpan): Samples | undefined {
  const facts = factsOf(document.subarray(0, byteStart))
  if (!facts || facts.valueStart !== byteStart - EDGE_BYTES || facts.valueStart + facts.length !== byteEnd) return undefined
  const expected = framesBytes(facts.format, facts.length)
  const end = facts.valueStart + expected - (expected % CELL_BYTES) - EDGE_BYTES
  if (expected > facts.length || end - byteStart < LEAST_BYTES) return undefined
  return { ...facts, span: { byteStart, byteEnd: end } }
}

function factsOf(document: Uint8Array): Facts | undefined {
  const file = readOrNot(document)
  const element = findIn(file?.dataset, PIXEL_DATA)
  if (!file || !element || element.fragments || element.items || !countsFrames(file)) return undefined
  const format = formatOf(file, element)
  const { valueStart, declaredLength: length, littleEndian } = element
  return format?.kind === 'integer' ? { format, valueStart, length, littleEndian } : undefined
}

function readOrNot(document: Uint8Array): DicomFile | undefined {
  try {
    return readDicom(document)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

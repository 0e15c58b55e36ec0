// Cleans descriptive text (PS3.15 §E.3.5) by the detector of the PHI tools, which knows the names and numbers of this very file, and technical
// values by the words of the field.
import type { DetectOptions } from '../../../phi/compiled-options.ts'
import { detectPhi } from '../../../phi/detect-phi.ts'
import type { DicomElement } from '../../dicom-file.ts'
import type { CharacterSet } from '../../value/character-set.ts'
import { decodeText } from '../../value/decode-text.ts'
import { splitValues } from '../../value/split-values.ts'
import { traitsOf, type Vr } from '../../value/vr.ts'
import { padValue } from '../../write/encode-element.ts'
import { encodeText } from '../../write/encode-text.ts'
import { hasFieldWordsAlone, maskWords } from './mask-words.ts'

/** detect: what the detector finds goes. words: what is no word of the field goes. */
export interface CleaningSteps {
  readonly detect: boolean
  readonly words: boolean
}

export interface TextCleaner {
  /**
   * The value without what the steps find, padded; `same` where they find nothing; undefined where the text cannot be read, cannot be
   * written in its character set, leaves its VR or is too long to be judged by its words, so that it has to go.
   */
  clean(element: DicomElement, vr: Vr, set: CharacterSet, steps: CleaningSteps): Uint8Array | 'same' | undefined
}

/** Characters of one value. */
const MAX_LENGTH: Partial<Record<Vr, number>> = { SH: 16, LO: 64, ST: 1024, LT: 10240, PN: 64 }

/** No technical value is longer, and each word of one is a few objects. */
const MAX_WORDS_BYTES = 1 << 16

export function createTextCleaner(bytes: Uint8Array, options: DetectOptions): TextCleaner {
  return {
    clean(element, vr, set, { detect, words }) {
      const { tag, valueStart, valueEnd } = element
      if (valueEnd === valueStart) return 'same'
      if (words && !detect && hasFieldWordsAlone(bytes, element)) return 'same'
      if (words && valueEnd - valueStart > MAX_WORDS_BYTES) return undefined
      const problems = new Set<string>()
      const traits = traitsOf(vr)
      const raw = bytes.subarray(valueStart, valueEnd)
      const text = decodeText(raw, set, { multiple: traits.multiple, isName: vr === 'PN' }, problems)
      if (problems.size > 0) return undefined
      const values = traits.multiple ? splitValues(text) : [text]
      const cleaned = values.map((value) => {
        const detected = detect ? cleanValue(value, options) : value
        return words ? maskWords(detected, tag, vr) : detected
      })
      if (cleaned.every((value, i) => value === values[i])) return 'same'
      const max = MAX_LENGTH[vr] ?? Number.POSITIVE_INFINITY
      if (cleaned.some((value) => value.trim().length > max)) return undefined
      const encoded = encodeText(cleaned.join('\\'), set)
      return encoded && padValue(encoded, vr)
    },
  }
}

/** Asterisks in place of letters and digits: the length stays, and with it what the VR allows. */
function cleanValue(value: string, options: DetectOptions): string {
  let result = ''
  let from = 0
  for (const { start, end } of detectPhi(value, options)) {
    result += value.slice(from, start) + value.slice(start, end).replace(/[\p{L}\p{M}\p{N}]/gu, '*')
    from = end
  }
  return result + value.slice(from)
}

// A birth date is removed whatever dates an option retains, and is searched for in the values that stay.
import { type DicomElement, type DicomFile, findIn } from '../../dicom-file.ts'
import { readAsciiValue } from '../../value/decode-value.ts'

const BIRTH_DATE = 0x00100030
/** Instance Creation, Study, Series, Acquisition and Content Date, and Acquisition DateTime. */
const EXAMINED = [0x00080012, 0x00080020, 0x00080021, 0x00080022, 0x00080023, 0x0008002a]

/** False for a birth date that is also the date of an examination, as that of a newborn may be. */
export function isBirthDateAlone({ data, dataset }: DicomFile, element: DicomElement): boolean {
  if (element.tag !== BIRTH_DATE) return false
  const birth = readAsciiValue(data, element).slice(0, 8)
  return EXAMINED.every((tag) => {
    const date = findIn(dataset, tag)
    return !date || readAsciiValue(data, date).slice(0, 8) !== birth
  })
}

// A birth date goes whatever dates an option keeps, and is looked for in what stays.
import { type DicomElement, type DicomFile, findIn } from '../../dicom-file.ts'
import { readAsciiValue } from '../../value/decode-value.ts'

const BIRTH_DATE = 0x00100030
/** Instance Creation, Study, Series, Acquisition and Content Date, and Acquisition DateTime. */
const EXAMINED = [0x00080012, 0x00080020, 0x00080021, 0x00080022, 0x00080023, 0x0008002a]

/** True for the birth date of somebody who was examined on other days: that of a newborn may stand in the file as the date of the study. */
export function isBirthDateAlone({ data, dataset }: DicomFile, element: DicomElement): boolean {
  if (element.tag !== BIRTH_DATE) return false
  const birth = readAsciiValue(data, element).slice(0, 8)
  return EXAMINED.every((tag) => {
    const date = findIn(dataset, tag)
    return !date || readAsciiValue(data, date).slice(0, 8) !== birth
  })
}

// Paths of the elements of a DICOM file by their keywords, those of the first item of sequences too.
import { type DataElement, valueText } from '../../views/tag-tree.ts'

export interface DicomPath {
  readonly value: string
  readonly label: string
}

const MOST_CHARACTERS = 60

export function dicomPathsOf(elements: readonly DataElement[], before = ''): DicomPath[] {
  return elements.flatMap((element) => {
    const value = before + (element.keyword ?? element.tag)
    const label = `${element.tag} ${element.items ? (element.name ?? '') : valueText(element)}`.slice(0, MOST_CHARACTERS)
    const [first] = element.items ?? []
    return [{ value, label }, ...(first ? dicomPathsOf(first.elements, `${value}[0].`) : [])]
  })
}

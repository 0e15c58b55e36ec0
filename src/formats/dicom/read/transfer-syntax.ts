// What a transfer syntax UID says about the encoding of a data set (PS3.5 §10 and Annex A).

/** How elements are written: with or without VR, and in which byte order. */
export interface Encoding {
  readonly explicit: boolean
  readonly littleEndian: boolean
}

export const EXPLICIT_LITTLE: Encoding = { explicit: true, littleEndian: true }
export const IMPLICIT_LITTLE: Encoding = { explicit: false, littleEndian: true }
export const EXPLICIT_BIG: Encoding = { explicit: true, littleEndian: false }
/** In no standard, but written by some systems before DICOM 3.0. */
export const IMPLICIT_BIG: Encoding = { explicit: false, littleEndian: false }

export function encodingOf(explicit: boolean, littleEndian: boolean): Encoding {
  if (explicit) return littleEndian ? EXPLICIT_LITTLE : EXPLICIT_BIG
  return littleEndian ? IMPLICIT_LITTLE : IMPLICIT_BIG
}

export interface TransferSyntax {
  readonly encoding: Encoding
  /** The data set is a raw deflate stream (PS3.5 §A.5). */
  readonly deflated: boolean
  /** Pixel Data is a sequence of fragments (PS3.5 §A.4). */
  readonly encapsulated: boolean
}

const DICOM = '1.2.840.10008.1.2'
const PRIVATE_IMPLICIT: ReadonlySet<string> = new Set(['1.2.840.10008.1.20', '1.2.840.113619.5.2'])
const DEFLATED = new Set([`${DICOM}.1.99`, `${DICOM}.4.95`, `${DICOM}.4.205`])
const REFERENCED = new Set([`${DICOM}.4.94`, `${DICOM}.4.204`])

/** Undefined where the UID is not known: then only the data can tell. */
export function describeTransferSyntax(uid: string): TransferSyntax | undefined {
  if (uid === DICOM || PRIVATE_IMPLICIT.has(uid)) return { encoding: IMPLICIT_LITTLE, deflated: false, encapsulated: false }
  if (uid === `${DICOM}.1`) return { encoding: EXPLICIT_LITTLE, deflated: false, encapsulated: false }
  if (uid === `${DICOM}.2`) return { encoding: EXPLICIT_BIG, deflated: false, encapsulated: false }
  if (DEFLATED.has(uid)) return { encoding: EXPLICIT_LITTLE, deflated: true, encapsulated: false }
  if (REFERENCED.has(uid)) return { encoding: EXPLICIT_LITTLE, deflated: false, encapsulated: false }
  if (uid === `${DICOM}.1.98` || uid === `${DICOM}.5` || uid.startsWith(`${DICOM}.4.`) || uid.startsWith(`${DICOM}.8.`)) {
    return { encoding: EXPLICIT_LITTLE, deflated: false, encapsulated: true }
  }
  return undefined
}

// The shape of a file that was read: a tree of elements and items whose byte ranges tile the data; values stay undecoded.
import type { IssueList } from './dicom-issue.ts'
import type { Encoding, TransferSyntax } from './read/transfer-syntax.ts'
import type { Vr } from './value/vr.ts'

/** Offsets are 0-based; `end` is exclusive. In elements and items they count in `DicomFile.data`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One data element with its header, its value and, where it has one, its delimiter. */
export interface DicomElement {
  readonly tag: number
  /** The VR of the file, or of the dictionary where the file has none. UN where neither is known. */
  vr: Vr
  /** Offset of the header. */
  readonly start: number
  readonly valueStart: number
  /** End of the value, delimiter excluded; the end of what is there where the file is cut. */
  valueEnd: number
  /** End of the element, delimiter included. */
  end: number
  /** The length field as written; UNDEFINED_LENGTH for delimited ones. */
  readonly declaredLength: number
  readonly littleEndian: boolean
  /** The items of a sequence; also of an element of VR UN whose value is a whole sequence (PS3.5 §6.2.2 note 3). */
  items: DicomItem[] | undefined
  /** The fragments of encapsulated data (PS3.5 §A.4), the offset table first. */
  fragments: Fragment[] | undefined
  /** Bytes between the items that belong to none. */
  skipped: Skipped[] | undefined
}

/** A fragment with its item header at `start`; its bytes are [valueStart, end). */
export interface Fragment extends Span {
  readonly valueStart: number
}

/** A data set or an item of a sequence. */
export interface DicomItem {
  readonly elements: DicomElement[]
  readonly encoding: Encoding
  /** Offset of the item header; of the first element for a data set. */
  readonly start: number
  readonly valueStart: number
  valueEnd: number
  end: number
  readonly declaredLength: number
  /** Creators of private blocks, by the tag of the naming element. */
  creators: Map<number, string> | undefined
  /** The item or data set around this one. */
  readonly parent: DicomItem | undefined
  /** Bytes between the elements that belong to none. */
  skipped: Skipped[] | undefined
}

/** Bytes that hold no element: padding, a stray delimiter, or what could not be read. */
export interface Skipped extends Span {
  readonly reason: 'padding' | 'delimiter' | 'unreadable'
}

export interface DicomFile {
  readonly bytes: Uint8Array
  /** The 128 bytes before `DICM`, where the file has them. */
  readonly preamble: Span | undefined
  /** The File Meta Information (group 0002), with offsets in `bytes`; undefined where the file has none. */
  readonly meta: DicomItem | undefined
  /** The transfer syntax UID that the file declares, trimmed; empty where it declares none. */
  readonly declaredTransferSyntax: string
  /** How the data set was read: as declared where the data agree, else as the data show. */
  readonly transferSyntax: TransferSyntax
  /** The compressed data set in `bytes`, where it was deflated. */
  readonly deflated: Span | undefined
  /** What the data set's offsets count in: `bytes`, or the inflated data set. */
  readonly data: Uint8Array
  readonly dataset: DicomItem
  /** False where bytes at the end were not there or could not be read. */
  readonly complete: boolean
  /** What was found; a tool that looks at values adds to it. */
  readonly issues: IssueList
}

/** The first element with the tag, undefined where there is none. */
export function findIn(item: DicomItem | undefined, tag: number): DicomElement | undefined {
  if (!item) return undefined
  for (const element of item.elements) if (element.tag === tag) return element
  return undefined
}

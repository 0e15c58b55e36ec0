// What the XML encoding of HL7 v2 (ANSI/HL7 V2 XML) names its elements, and how to recognize a document in it.

export const V2XML_URI = 'urn:hl7-org:v2xml'

/** Encloses several messages and their batch segments: the standard has no document for more than one message. */
export const BATCH_ELEMENT = 'BATCH'

/** Component of a field whose data type no table defines, as HAPI writes it. */
export const UNKNOWN_TYPE = 'UNKNOWN'

/** Higher positions are not read: `<PID.900000000>` would be as many field separators. */
export const MAX_POSITION = 999

/** Characters looked at: declarations, comments and schema locations come before the first segment. */
const LOOKED_AT = 20_000
/** A line that begins a message in ER7: then the tags before it are junk. */
const ER7_HEADER = /[\r\n](?:MSH|FHS|BHS)[^\w\s.<>:/-]/
const FIRST_SEGMENT = /<(?:[A-Za-z_][\w.-]*:)?(?:MSH|FHS|BHS)[\s/>]/

/** True if the document is XML that holds a message header. ER7 text that only begins with `<` is not. */
export function isV2Xml(input: string | Uint8Array): boolean {
  if (typeof input === 'string') return looksLikeXml(input.slice(0, LOOKED_AT))
  const head = input.subarray(0, LOOKED_AT)
  // Nearly every document begins with M, F, B or a start character of MLLP: no text is made of it.
  if (head.length === 0 || !mayBeginXml(head[0]!)) return false
  // UTF-16 and UTF-32 have zero bytes between ASCII characters.
  let text = ''
  for (const byte of head) if (byte !== 0) text += String.fromCharCode(byte)
  return looksLikeXml(text.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, ''))
}

/** `<`, white space, a zero byte of a wide encoding, or the first byte of a byte order mark. */
function mayBeginXml(byte: number): boolean {
  return byte === 0x3c || byte <= 0x20 || byte === 0xef || byte === 0xff || byte === 0xfe
}

function looksLikeXml(head: string): boolean {
  return /^\ufeff?\s*<[?!A-Za-z_]/.test(head) && FIRST_SEGMENT.test(head) && !ER7_HEADER.test(head)
}

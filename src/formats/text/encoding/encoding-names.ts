// The character encodings that text/encoding reads and writes, by their preferred IANA name in lower case.

const UNICODE = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const

export const SINGLE_BYTE = [
  'us-ascii',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-9',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'koi8-r',
  'koi8-u',
  'ibm437',
  'ibm850',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
] as const

export const MULTI_BYTE = ['shift_jis', 'euc-jp', 'iso-2022-jp', 'gbk', 'gb18030', 'big5', 'euc-kr'] as const

export const ENCODINGS = [...UNICODE, ...SINGLE_BYTE, ...MULTI_BYTE] as const

export type UnicodeEncoding = (typeof UNICODE)[number]
export type SingleByteEncoding = (typeof SINGLE_BYTE)[number]
export type MultiByteEncoding = (typeof MULTI_BYTE)[number]
export type EncodingName = (typeof ENCODINGS)[number]

export function isUnicode(name: EncodingName): name is UnicodeEncoding {
  return (UNICODE as readonly string[]).includes(name)
}

export function isSingleByte(name: EncodingName): name is SingleByteEncoding {
  return (SINGLE_BYTE as readonly string[]).includes(name)
}

const MARKS: Readonly<Record<UnicodeEncoding, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
  'utf-32le': [0xff, 0xfe, 0, 0],
  'utf-32be': [0, 0, 0xfe, 0xff],
}

/** The byte order mark of an encoding; empty where it has none. */
export function byteOrderMark(name: EncodingName): readonly number[] {
  return name === 'gb18030' ? [0x84, 0x31, 0x95, 0x33] : isUnicode(name) ? MARKS[name] : []
}

export function startsWithMark(bytes: Uint8Array, name: EncodingName): boolean {
  const mark = byteOrderMark(name)
  return mark.length > 0 && mark.every((byte, i) => bytes[i] === byte)
}

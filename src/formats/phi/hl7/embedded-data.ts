// Documents inside of a message (ED): plain text is searched as any text; what is no plain text cannot be and is taken out.

/** The plain text of base64 data, or undefined for anything else: pictures, PDF, RTF, markup, archives, broken data. */
export function readEmbeddedText(data: string): string | undefined {
  const compact = data.replace(/[\s]+/g, '')
  if (compact === '' || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined
  const bytes = Uint8Array.from(atob(compact), (character) => character.charCodeAt(0))
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
  return isPlainText(text) ? text : undefined
}

export function writeEmbeddedText(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** No markup, no binary, no other encoding inside: names could hide in it. */
export function isPlainText(text: string): boolean {
  if (/[\0-\x08\x0e-\x1f]/.test(text)) return false
  const start = text.trimStart().slice(0, 64)
  if (/^(?:\{\\rtf|%PDF|%!PS|PK|MIME-Version|Content-Type|<)/i.test(start)) return false
  return !/<\/?[A-Za-z][^<>]{0,200}>/.test(text) && !hidesData(text)
}

/** Characters in a row that no word has. */
const LEAST_DATA = 120

/** True for a stretch of letters and digits that is too long for a word: data in some encoding. */
export function hidesData(text: string): boolean {
  let run = 0
  for (let i = 0; i < text.length; i++) {
    run = isDataUnit(text.charCodeAt(i)) ? run + 1 : 0
    if (run === LEAST_DATA) return true
  }
  return false
}

/** Letters, digits, and + / = _ - of base64. */
function isDataUnit(code: number): boolean {
  return (code >= 47 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || [43, 45, 61, 95].includes(code)
}

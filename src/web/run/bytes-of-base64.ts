// Bytes of what JSON carries as text.

export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
}

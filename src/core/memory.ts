// What a platform does faster with bytes than this code can. A page has nothing faster, and does without.

export interface Memory {
  /** Whether two runs of the same length are the same. */
  isSame(a: Uint8Array, b: Uint8Array): boolean
  /** Bytes of any content, for a caller that writes every one of them. */
  allocate(length: number): Uint8Array<ArrayBuffer>
  /** A character for each byte from start to before end, the one of the same number. */
  readLatin1(bytes: Uint8Array, start: number, end: number): string
}

let memory: Memory | undefined

/** To be called once, before any work; undefined takes it back. */
export function useMemory(of: Memory | undefined): void {
  memory = of
}

export function nativeMemory(): Memory | undefined {
  return memory
}

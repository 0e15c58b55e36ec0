// The body of a request that has come in whole.
import { announcedBytesOf, type BodySource, type OnChunk } from '../../http/request/environment.ts'
import type { BufferedRequest } from './buffered-request.ts'

export class BufferedBody implements BodySource {
  readonly announcedBytes: number | undefined
  readonly #incoming: BufferedRequest

  /** @param incoming is whole */
  constructor(incoming: BufferedRequest) {
    this.announcedBytes = announcedBytesOf(incoming.rawHeaders)
    this.#incoming = incoming
  }

  read(onChunk: OnChunk): Promise<void> | void {
    const bytes = this.#incoming.takeBody()
    if (bytes) return onChunk(bytes)
  }
}

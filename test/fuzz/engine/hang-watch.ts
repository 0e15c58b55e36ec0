// Watches the search from a thread of its own: an input that runs for too long is written down, and the process ends.
import { mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

const MOST_BYTES = 1 << 20
const HEAD_BYTES = 8

const WATCHER = `
const { workerData: { shared, path, seconds } } = require('node:worker_threads')
const { writeFileSync } = require('node:fs')
const head = new Int32Array(shared, 0, 2)
let last = -1
let since = Date.now()
setInterval(() => {
  const run = Atomics.load(head, 0)
  if (run !== last) { last = run; since = Date.now(); return }
  if (run === 0 || Date.now() - since < seconds * 1000) return
  writeFileSync(path, new Uint8Array(shared, ${HEAD_BYTES}, Atomics.load(head, 1)))
  process.stderr.write('An input ran for more than ' + seconds + ' s: ' + path + '\\n')
  process.kill(process.pid, 'SIGKILL')
}, 500)`

export class HangWatch {
  readonly #head: Int32Array
  readonly #bytes: Uint8Array
  readonly #worker: Worker

  /** @param path where the input goes that hangs */
  constructor(folder: string, path: string, seconds: number) {
    mkdirSync(folder, { recursive: true })
    const shared = new SharedArrayBuffer(HEAD_BYTES + MOST_BYTES)
    this.#head = new Int32Array(shared, 0, 2)
    this.#bytes = new Uint8Array(shared, HEAD_BYTES)
    this.#worker = new Worker(WATCHER, { eval: true, workerData: { shared, path, seconds } })
    this.#worker.unref()
  }

  begin(input: Uint8Array): void {
    const length = Math.min(input.length, MOST_BYTES)
    this.#bytes.set(length === input.length ? input : input.subarray(0, length))
    this.#head[1] = length
    this.#head[0]! += 1
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

// The library of faults.c: built with the C compiler of the machine, steered through a file that both map.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../build/project-folder.ts'

/** Undefined without a C compiler, or on another system than Linux. */
export function buildShim(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const folder = join(projectFolder, 'dist', 'faults')
  mkdirSync(folder, { recursive: true })
  const library = join(folder, `faults-${process.pid}.so`)
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, join(import.meta.dirname, 'faults.c'), '-ldl'], { stdio: 'ignore' })
    return library
  } catch {
    return undefined
  }
}

const SLOTS = { seed: 0, rate: 1, room: 2, failed: 3, clockShift: 4, calls: 5, records: 6, delay: 7 } as const
export type Slot = keyof typeof SLOTS

export function makeControl(path: string): void {
  writeFileSync(path, new Uint8Array(64))
}

/** What the schedule does next. The file lies outside of the folder whose files fail. */
export class Control {
  readonly #descriptor: number

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r+')
  }

  set(slot: Slot, value: number | bigint): void {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(value))
    writeSync(this.#descriptor, bytes, 0, 8, SLOTS[slot] * 8)
  }

  get(slot: Slot): number {
    const bytes = Buffer.alloc(8)
    readSync(this.#descriptor, bytes, 0, 8, SLOTS[slot] * 8)
    return Number(bytes.readBigInt64LE())
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

// ZIPs that the page takes apart: what comes out, and bombs, which are refused before they take memory.
import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readZip } from '../../src/web/worker/read-zip.ts'

const MB = 1 << 20

function zip(files: Readonly<Record<string, Uint8Array>>): Blob {
  return new Blob([zipSync(files, { level: 1 }) as Uint8Array<ArrayBuffer>])
}

describe('a ZIP', () => {
  test('gives its files, compressed and stored', async () => {
    const files = { 'a/one.txt': new Uint8Array(3 * MB).map((_, i) => i >> 3), 'two.bin': new Uint8Array(randomBytes(5 * MB)) }
    const read = await readZip(zip(files))
    expect(read.map(({ name }) => name)).toEqual(Object.keys(files))
    for (const { name, content } of read) expect(Buffer.compare(await content.bytes(), files[name as keyof typeof files])).toBe(0)
  })

  test('of blank pictures beside others is read: the whole counts', async () => {
    const read = await readZip(zip({ 'noise.bin': new Uint8Array(randomBytes(MB)), 'blank.bin': new Uint8Array(70 * MB) }))
    expect(read.map(({ content }) => content.size)).toEqual([MB, 70 * MB])
  })

  test('that expands more than 100-fold is refused, and never inflated far in one step', async () => {
    let largest = 0
    const set = Uint8Array.prototype.set
    Uint8Array.prototype.set = function (source, at) {
      largest = Math.max(largest, this.length)
      set.call(this, source, at)
    }
    try {
      const bomb = zip({ 'zeros.bin': new Uint8Array(100 * MB) })
      largest = 0
      await expect(readZip(bomb)).rejects.toMatchObject({ code: 'inflated_too_large', facts: { limitRatio: 100 } })
    } finally {
      Uint8Array.prototype.set = set
    }
    expect(largest).toBeLessThan(64 * MB)
  })
})

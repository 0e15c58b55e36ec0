// Pieces on their way to a file: written in their order, given back once written, and never waited for after a stop.
import { describe, expect, it } from 'vitest'
import { PieceQueue } from '../../../src/cli/run/piece-queue.ts'

const piece = (value: number): Uint8Array => new Uint8Array([value])

describe('pieces of a result', () => {
  it('are given back when the reader asks for the next one, and not before', async () => {
    const queue = new PieceQueue()
    const written: number[] = []
    queue.add(piece(1), () => written.push(1))
    queue.add(piece(2), () => written.push(2))
    const reader = queue[Symbol.asyncIterator]()
    expect((await reader.next()).value).toEqual(piece(1))
    expect(written).toEqual([])
    expect((await reader.next()).value).toEqual(piece(2))
    expect(written).toEqual([1])
    queue.end()
    expect((await reader.next()).done).toBe(true)
    expect(written).toEqual([1, 2])
  })

  it('are waited for until the last one is written', async () => {
    const queue = new PieceQueue()
    queue.add(piece(1))
    const reader = queue[Symbol.asyncIterator]()
    let isTaken = false
    const taken = queue.whenTaken(() => false).then(() => (isTaken = true))
    await reader.next()
    await new Promise(setImmediate)
    expect(isTaken).toBe(false)
    const next = reader.next()
    await taken
    queue.end()
    expect((await next).done).toBe(true)
  })

  it('are not waited for once nothing is read any more', async () => {
    const queue = new PieceQueue()
    queue.add(piece(1))
    let isStopped = false
    const taken = queue.whenTaken(() => isStopped)
    isStopped = true
    queue.wake()
    await taken
  })

  it('come before the failure of the run', async () => {
    const queue = new PieceQueue()
    queue.add(piece(1))
    queue.end(new Error('broken'))
    const reader = queue[Symbol.asyncIterator]()
    expect((await reader.next()).value).toEqual(piece(1))
    await expect(reader.next()).rejects.toThrow('broken')
  })
})

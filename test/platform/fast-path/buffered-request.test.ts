// What comes with a request is held until it is known whether it is all, and is a stream like any other where it is not.
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { BufferedRequest } from '../../../src/platform/fast-path/buffered-request.ts'

function openMessage(length: number | undefined, whenThere = (): void => undefined): BufferedRequest {
  const message = new BufferedRequest(new Socket())
  if (length !== undefined) message.rawHeaders = ['Content-Length', String(length)]
  message.hold(whenThere)
  return message
}

const bytes = (content: string): Uint8Array => Buffer.from(content)

describe('a request', () => {
  it.each<[string, number | undefined, (string | null)[]]>([
    ['with its last byte', 3, ['abc', null]],
    ['with its end, where no length is announced', undefined, [null]],
  ])('is told of at once and once: %s', async (_, length, pieces) => {
    const told = vi.fn()
    const message = openMessage(length, told)
    message.push(pieces[0] === null ? null : bytes(pieces[0]!))
    expect(told).toHaveBeenCalledTimes(1)
    message.keepWhole(true)
    for (const piece of pieces.slice(1)) message.push(piece)
    await setImmediate()
    expect(told).toHaveBeenCalledTimes(1)
  })

  it.each<[string, number | undefined, string[]]>([
    ['a part', 6, ['abc']],
    ['nothing', 3, []],
    ['a chunk', undefined, ['abc']],
    ['more than announced', 2, ['abc']],
    ['several pieces', 6, ['abc', 'def']],
  ])('of which %s is there is told of at the end of the turn', async (_, length, pieces) => {
    const told = vi.fn()
    const message = openMessage(length, told)
    for (const piece of pieces) message.push(bytes(piece))
    expect(told).not.toHaveBeenCalled()
    await setImmediate()
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('whose body is there stays whole, and is read once', () => {
    const message = openMessage(3)
    expect(message.push(bytes('abc'))).toBe(true)
    expect([message.keepWhole(true), message.isWhole, message.readableEnded]).toEqual([true, true, true])
    message.complete = true
    message.push(null)
    expect([message.takeBody(), message.takeBody()]).toEqual([bytes('abc'), undefined])
    expect(message.readableLength).toBe(0)
  })

  it.each([
    ['of an announced length of none', 0],
    ['of no announced length', undefined],
  ])('without a body, %s, stays whole', (_, length) => {
    const message = openMessage(length)
    message.complete = true
    message.push(null)
    expect([message.keepWhole(true), message.takeBody()]).toEqual([true, undefined])
  })

  it.each([
    ['of which a part is there', 6, ['abc'], ['def']],
    ['of which nothing is there', 3, [], ['abc']],
    ['of which more is there than announced', 2, ['abc'], []],
    ['in pieces', 6, ['abc', 'def'], []],
    ['in many pieces', 6, ['ab', 'c'], ['de', 'f']],
    ['in chunks', undefined, ['abc'], ['def']],
  ])('%s is a stream', async (_, length, first, later) => {
    const message = openMessage(length)
    for (const piece of first) message.push(bytes(piece))
    expect([message.keepWhole(true), message.isWhole, message.readableEnded]).toEqual([false, false, false])
    for (const piece of later) message.push(bytes(piece))
    message.complete = true
    message.push(null)
    expect(await text(message)).toBe([...first, ...later].join(''))
    expect(message.readableEnded).toBe(true)
  })

  it('that is wanted as a stream is one, its end too where that has come', async () => {
    const message = openMessage(3)
    message.push(bytes('abc'))
    message.complete = true
    message.push(null)
    expect(message.keepWhole(false)).toBe(false)
    expect(await text(message)).toBe('abc')
  })

  it('that nobody has asked to be held is a stream', async () => {
    const message = new BufferedRequest(new Socket())
    message.push(bytes('abc'))
    message.push(null)
    expect(message.keepWhole(true)).toBe(false)
    expect(await text(message)).toBe('abc')
  })

  it('that was broken off is not whole', () => {
    const message = openMessage(3)
    message.push(bytes('abc'))
    message.destroy()
    expect(message.keepWhole(true)).toBe(false)
  })
})

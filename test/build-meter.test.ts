// The meter that the build puts into WebAssembly: loops end at the limit, whatever they do, and nothing else changes.
import { describe, expect, it } from 'vitest'
import { meterLoops } from '../build/meter-wasm.ts'

const section = (id: number, ...content: readonly number[]): number[] => [id, content.length, ...content]
const body = (...code: readonly number[]): number[] => [code.length, ...code]

/** `run(n)` counts from 1 to n in a loop, to 2³² where n is 0; a function without a loop and a global stand before it. */
const COUNTER = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f),
  ...section(3, 2, 0, 1),
  ...section(6, 1, 0x7f, 1, 0x41, 0, 0x0b),
  ...section(7, 1, 3, 0x72, 0x75, 0x6e, 0, 1),
  ...section(
    10,
    2,
    ...body(0, 0x0b),
    // one variable; loop: variable += 1, again while it is not n; then the variable
    ...body(1, 1, 0x7f, 0x03, 0x40, 0x20, 1, 0x41, 1, 0x6a, 0x22, 1, 0x20, 0, 0x47, 0x0d, 0, 0x0b, 0x20, 1, 0x0b),
  ),
])

interface Metered {
  readonly turns: { value: bigint }
  run(count: number): number
}

/** The types of Node name none of it. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array): Promise<{ instance: { exports: unknown } }>; RuntimeError: new () => Error }
}

async function start(bytes: Uint8Array): Promise<Metered> {
  const { instance } = await WebAssembly.instantiate(Uint8Array.from(bytes))
  return instance.exports as Metered
}

describe('a metered module', () => {
  it('does what it did, and says what it took', async () => {
    const { bytes, loops } = meterLoops(COUNTER, 'turns')
    expect(loops).toBe(1)
    const metered = await start(bytes)
    metered.turns.value = 10_000n
    expect(metered.run(5000)).toBe((await start(COUNTER)).run(5000))
    expect(metered.turns.value).toBe(10_000n - 19n * 256n)
  })

  it('ends a loop that does not end', async () => {
    const metered = await start(meterLoops(COUNTER, 'turns').bytes)
    metered.turns.value = 1000n
    expect(() => metered.run(0)).toThrow(WebAssembly.RuntimeError)
    expect(metered.turns.value).toBeLessThan(0n)
  })

  it('may be metered once more, with another name', async () => {
    const twice = (await start(meterLoops(meterLoops(COUNTER, 'turns').bytes, 'more').bytes)) as Metered & { more: { value: bigint } }
    twice.turns.value = twice.more.value = 1000n
    expect(twice.run(300)).toBe(300)
    expect([twice.turns.value, twice.more.value]).toEqual([744n, 744n])
  })
})

it('what is no instruction is no module to meter', () => {
  const broken = COUNTER.slice()
  broken[broken.length - 3] = 0xff
  expect(() => meterLoops(broken, 'turns')).toThrow('unknown instruction')
})

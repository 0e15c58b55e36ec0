// DICOM files whose samples go past the de-identifier into the new file: byte for byte the file, and the headers, of a call that saw all of them.
import { describe, expect, it } from 'vitest'
import { openCollector } from '../../../src/http/jobs/collect-stored.ts'
import { answerCall, type ToolCall } from '../../../src/http/routes/call.ts'
import { fillAnswer } from '../../../src/platform/jobs/bypassed-answer.ts'
import { nodeDigest } from '../../../src/platform/server/node-digest.ts'
import { phiDeidentifyDicom } from '../../../src/tools/phi/deidentify-dicom.ts'
import {
  concat,
  element,
  encapsulated,
  item,
  part10,
  type Syntax,
  sequence,
  TRANSFER_SYNTAXES,
  u16,
} from '../../formats/dicom/build-dicom.ts'

const KEY = 'key=a-key-of-this-test-alone'
const RAW = { toolId: 'phi/deidentify-dicom', contentType: 'application/dicom', mediaType: 'application/dicom', jsonDepth: 32 }

interface Wish {
  readonly syntax?: Syntax
  readonly bits?: readonly [allocated: number, stored: number]
  readonly samples?: number
  readonly photometric?: string
  readonly rows?: number
  readonly frames?: string
  readonly vr?: string
  /** What is written behind the samples of the frames. */
  readonly tail?: string
  readonly before?: readonly Uint8Array[]
  readonly after?: readonly Uint8Array[]
  readonly change?: (samples: Uint8Array) => void
  readonly signed?: boolean
  /** Tags that the file does not have before the samples. */
  readonly hides?: readonly number[]
}

const COLUMNS = 1_024

/** Noise in the bits of samples, the same in each run. */
function noise(length: number, bits: number, stored: number, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(length)
  const width = Math.max(1, bits / 8)
  let state = 1
  for (let i = 0; i < length; i++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    const place = littleEndian ? i % width : width - 1 - (i % width)
    const left = Math.min(8, Math.max(0, stored - 8 * place))
    bytes[i] = (state >> 16) & (bits === 1 ? 255 : 2 ** left - 1)
  }
  return bytes
}

function fileOf({
  syntax = 'explicit',
  bits = [16, 12],
  samples = 1,
  photometric = 'MONOCHROME2',
  rows = 2_300,
  frames,
  ...wish
}: Wish): Uint8Array {
  const [allocated, stored] = bits
  const one = (tag: number, vr: string, value: Uint8Array | string) =>
    wish.hides?.includes(tag) ? new Uint8Array() : element(tag, vr, value, syntax)
  const length = Math.ceil((rows * COLUMNS * samples * allocated * Number(frames?.trim() || 1)) / 8) || rows * COLUMNS * 2
  const pixels = noise(length, allocated, stored, syntax !== 'big')
  wish.change?.(pixels)
  const tail = new TextEncoder().encode(wish.tail ?? '')
  return new Uint8Array(
    part10(
      concat(
        one(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
        one(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.9.7'),
        one(0x00080020, 'DA', '20260102'),
        one(0x00080060, 'CS', 'CT'),
        one(0x00100010, 'PN', 'Quist^Alvin'),
        one(0x00100020, 'LO', 'P-4711'),
        ...(wish.before ?? []),
        one(0x0020000d, 'UI', '1.2.826.0.1.3680043.10.543.9.7.1'),
        one(0x0020000e, 'UI', '1.2.826.0.1.3680043.10.543.9.7.1.1'),
        one(0x00280002, 'US', u16(samples, syntax)),
        one(0x00280004, 'CS', photometric),
        ...(samples > 1 ? [one(0x00280006, 'US', u16(0, syntax))] : []),
        ...(frames === undefined ? [] : [one(0x00280008, 'IS', frames)]),
        one(0x00280010, 'US', u16(rows, syntax)),
        one(0x00280011, 'US', u16(COLUMNS, syntax)),
        one(0x00280100, 'US', u16(allocated, syntax)),
        one(0x00280101, 'US', u16(stored, syntax)),
        one(0x00280102, 'US', u16(stored - 1, syntax)),
        one(0x00280103, 'US', u16(wish.signed ? 1 : 0, syntax)),
        one(0x7fe00010, wish.vr ?? (allocated > 8 ? 'OW' : 'OB'), concat(pixels, tail)),
        ...(wish.after ?? []),
      ),
      TRANSFER_SYNTAXES[syntax],
    ),
  )
}

interface Made {
  readonly body: Uint8Array | undefined
  readonly headers: Record<string, string> | undefined
  readonly problem: string | undefined
}

const textOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? new TextEncoder().encode(body) : body)

async function made(act: () => Promise<Omit<Made, 'problem'>>): Promise<Made> {
  try {
    return { ...(await act()), problem: undefined }
  } catch (error) {
    return { body: undefined, headers: undefined, problem: (error as Error).message }
  }
}

const direct = (file: Uint8Array, query: string): Promise<Made> =>
  made(async () => {
    const call: ToolCall = { ...RAW, query, form: 'file', body: file.slice() }
    const { body, headers } = await answerCall(phiDeidentifyDicom, call, nodeDigest)
    return { body: textOf(body), headers }
  })

async function* cut(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) yield file.slice(at, at + size)
}

/** As a worker does it. @returns also how many bytes the tool did not see */
async function past(file: Uint8Array, query: string, size: number): Promise<[Made, unseen: number]> {
  const collect = async (mayBypass: boolean) => {
    const collector = openCollector(
      phiDeidentifyDicom,
      { kind: 'call', call: { ...RAW, query, form: 'file', body: file.length } },
      mayBypass,
    )
    for await (const piece of cut(file, size)) collector.append(piece)
    return collector.finish()
  }
  const collected = (await collect(true)) ?? (await collect(false))!
  const { part, bypassed } = collected
  if (part.kind !== 'call') throw new Error('no call')
  const answer = await made(async () => {
    const { body, headers } = await answerCall(phiDeidentifyDicom, part.call, nodeDigest)
    const outcome = { answer: { status: 200, body: textOf(body), headers }, units: 1, errors: 0 }
    if (!bypassed) return { body: textOf(body), headers }
    const filled = (await fillAnswer(outcome, bypassed, () => cut(file, size)))!
    const pieces: Uint8Array[] = []
    for await (const piece of filled.bodyPieces!()) pieces.push(piece.slice())
    return { body: new Uint8Array(Buffer.concat(pieces)), headers: filled.answer.headers }
  })
  return [answer, bypassed ? bypassed.span.byteEnd - bypassed.span.byteStart : 0]
}

const SIZES = [1 << 18, 1 << 21, 99_991]

/** @returns how many bytes the tool did not see */
async function expectSame(file: Uint8Array, query = KEY, sizes = SIZES): Promise<number[]> {
  const whole = await direct(file, query)
  const unseen: number[] = []
  for (const size of sizes) {
    const [answer, bytes] = await past(file, query, size)
    unseen.push(bytes)
    expect(answer.problem).toBe(whole.problem)
    expect(answer.headers).toEqual(whole.headers)
    if (whole.body) expect(Buffer.compare(answer.body!, whole.body)).toBe(0)
  }
  return unseen
}

const plant = (at: number, bit: number) => (samples: Uint8Array) => {
  samples[at < 0 ? samples.length + at : at]! |= bit
}

describe('go past the tool:', () => {
  it.each<[string, Wish]>([
    ['samples of 12 bits', {}],
    ['implicit VR', { syntax: 'implicit' }],
    ['big endian', { syntax: 'big' }],
    ['samples of all bits', { bits: [16, 16] }],
    ['bytes', { bits: [8, 8], rows: 4_600 }],
    ['colour', { bits: [8, 8], samples: 3, photometric: 'RGB', rows: 1_600 }],
    ['words of 32 bits', { bits: [32, 20], rows: 1_150 }],
    ['single bits', { bits: [1, 1], rows: 40_000 }],
    ['frames', { frames: '3 ', rows: 800 }],
    ['samples but for the first, which has a bit of its own', { change: plant(1, 0x80) }],
    ['samples but for the last, which has a bit of its own', { change: plant(-1, 0x80) }],
    ['a name behind the frames', { tail: 'Quist^Alvin P-4711' }],
    ['elements behind the pixels', { after: [element(0xfffcfffc, 'OB', 'Quist^Alvin')] }],
    [
      'an icon and a long private value before',
      { before: [element(0x00110010, 'LO', 'QUIST'), element(0x00111001, 'OB', new Uint8Array(2 << 20).fill(81))] },
    ],
  ])('%s', async (_name, wish) => {
    const file = fileOf(wish)
    expect((await direct(file, KEY)).problem).toBeUndefined()
    for (const unseen of await expectSame(file)) expect(unseen).toBeGreaterThan(2_000_000)
  })

  it('with other options', async () => {
    for (const query of ['onBurnedIn=warn', 'unlisted=keep', 'options=["retain-uids","clean-descriptors"]', 'pseudonyms=none'])
      expect((await expectSame(fileOf({}), `${KEY}&${query}`, [1 << 18]))[0]).toBeGreaterThan(2_000_000)
  })
})

describe('are seen:', () => {
  it.each<[string, Wish]>([
    ['a bit that is none of a sample, in the middle', { change: plant(3_000_001, 0x40) }],
    ['in the middle of the most significant byte first', { syntax: 'big', change: plant(3_000_000, 0x40) }],
    ['in a word of 32 bits', { bits: [32, 20], rows: 1_150, change: plant(3_000_003, 0x40) }],
    [
      'a text in such bits',
      {
        change: (samples) => {
          for (const [i, char] of [...'QUIST'].entries()) plant(2_500_001 + 2 * i, char.charCodeAt(0) & 0xf0)(samples)
        },
      },
    ],
    [
      'such a bit, told by an attribute behind the samples',
      {
        hides: [0x00280101, 0x00280102],
        after: [element(0x00280101, 'US', u16(12)), element(0x00280102, 'US', u16(11))],
        change: plant(3_000_001, 0x40),
      },
    ],
    ['frames that nobody can count, told behind the samples', { after: [element(0x00280008, 'IS', 'many')], tail: 'Quist^Alvin' }],
    ['frames that nobody can count', { frames: 'many' }],
    ['fewer samples than the header says', { photometric: 'RGB' }],
  ])('%s', async (_name, wish) => {
    expect(await expectSame(fileOf(wish))).toEqual(SIZES.map(() => 0))
  })

  it.each(['regions=[{"column":0,"row":0,"width":9,"height":9}]', 'onBurnedIn=mask', 'options=["clean-pixel-data"]'])(
    '%s',
    async (query) => {
      expect(await expectSame(fileOf({}), `${KEY}&${query}`, [1 << 18])).toEqual([0])
    },
  )

  it('compressed frames', async () => {
    const stream = concat([0xff, 0xd8], noise(2 << 20, 8, 8, true), [0xff, 0xd9])
    const pixels = encapsulated([], [stream, stream, stream])
    const file = fileOf({ rows: 10, after: [] })
    const start = Buffer.from(file).lastIndexOf(Buffer.from([0xe0, 0x7f, 0x10, 0x00]))
    const encoded = Buffer.from(concat(file.subarray(0, start), pixels))
    encoded.write('1.2.840.10008.1.2.4.50', encoded.indexOf(TRANSFER_SYNTAXES.explicit), 'latin1')
    expect(await expectSame(new Uint8Array(encoded), `${KEY}&onBurnedIn=warn`, [1 << 18])).toEqual([0])
  })

  it('pixels of an icon, which go', async () => {
    const icon = sequence(0x00880200, [
      item(concat(element(0x00280010, 'US', u16(1_024)), element(0x7fe00010, 'OW', new Uint8Array(2 << 20).fill(81)))),
    ])
    await expectSame(fileOf({ before: [icon] }), KEY, [1 << 18])
  })
})

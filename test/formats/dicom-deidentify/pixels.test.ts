// Text burnt into pixels: how it is judged, when a file is refused, and what blanking changes and what it does not (PS3.15 §E.3.1).
import { describe, expect, it, test } from 'vitest'
import { planDeidentify } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import { judgeBurnedIn } from '../../../src/formats/dicom/deidentify/pixels/burned-in.ts'
import { regionsAround } from '../../../src/formats/dicom/deidentify/pixels/pixel-region.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { PIXEL_DATA } from '../../../src/formats/dicom/tag.ts'
import { concat, element, encapsulated, item, part10, type Syntax, sequence, TRANSFER_SYNTAXES, u16, u32 } from '../dicom/build-dicom.ts'
import { CT, deidentify, SECONDARY_CAPTURE, SETTINGS, UID } from './sample-patient.ts'

const ULTRASOUND = '1.2.840.10008.5.1.4.1.1.6.1'

interface Image {
  readonly sopClass?: string
  readonly more?: readonly Uint8Array[]
  readonly pixels?: Uint8Array
  readonly rows?: number
  readonly columns?: number
  readonly samples?: number
  readonly bits?: number
  readonly planar?: number
  readonly photometric?: string
  readonly frames?: number
  readonly syntax?: Syntax
}

/** The elements in the order of their tags. */
function image({
  sopClass = CT,
  more = [],
  rows = 2,
  columns = 4,
  samples = 1,
  bits = 8,
  planar = 0,
  photometric,
  frames = 1,
  syntax = 'explicit',
  ...rest
}: Image = {}): Uint8Array {
  const size = (rows * columns * samples * frames * bits) / 8
  const one = (tag: number, vr: string, value: Uint8Array | string) => element(tag, vr, value, syntax)
  const elements = [
    one(0x00080016, 'UI', sopClass),
    one(0x00080018, 'UI', `${UID}.7`),
    one(0x00280002, 'US', u16(samples, syntax)),
    one(0x00280004, 'CS', photometric ?? (samples === 3 ? 'RGB' : 'MONOCHROME2')),
    one(0x00280006, 'US', u16(planar, syntax)),
    one(0x00280008, 'IS', String(frames)),
    one(0x00280010, 'US', u16(rows, syntax)),
    one(0x00280011, 'US', u16(columns, syntax)),
    one(0x00280100, 'US', u16(bits, syntax)),
    ...more,
    element(PIXEL_DATA, bits > 8 ? 'OW' : 'OB', rest.pixels ?? Uint8Array.from({ length: size }, (_, i) => (i % 200) + 1), syntax),
  ]
  const tagOf = (bytes: Uint8Array) =>
    (syntax === 'big'
      ? (bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!
      : (bytes[1]! << 24) | (bytes[0]! << 16) | (bytes[3]! << 8) | bytes[2]!) >>> 0
  return part10(concat(...elements.sort((a, b) => tagOf(a) - tagOf(b))), TRANSFER_SYNTAXES[syntax])
}

const judge = (options: Image) => judgeBurnedIn(readDicom(image(options)))

describe('the judgement', () => {
  test.each<[string, Image, string, string]>([
    ['a CT image', {}, 'low', ''],
    ['Burned In Annotation YES', { more: [element(0x00280301, 'CS', 'YES')] }, 'high', 'annotation-yes'],
    ['secondary capture', { sopClass: SECONDARY_CAPTURE }, 'high', 'secondary-capture'],
    [
      'secondary capture that says NO',
      { sopClass: SECONDARY_CAPTURE, more: [element(0x00280301, 'CS', 'NO')] },
      'low',
      'annotation-no,secondary-capture',
    ],
    ['ultrasound', { sopClass: ULTRASOUND }, 'high', 'ultrasound'],
    ['a screen', { more: [element(0x00080008, 'CS', 'DERIVED\\SECONDARY\\SCREEN SAVE')] }, 'high', 'screen-capture'],
    ['digitised film', { more: [element(0x00080064, 'CS', 'DF')] }, 'high', 'digitized'],
    ['the label of a slide', { more: [element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\LABEL\\NONE')] }, 'high', 'specimen-label'],
    ['a slide with its label', { more: [element(0x00480010, 'CS', 'YES')] }, 'high', 'specimen-label'],
    [
      'a slide with its label that says NO',
      { more: [element(0x00280301, 'CS', 'NO'), element(0x00480010, 'CS', 'YES')] },
      'high',
      'annotation-no,specimen-label',
    ],
    ...['6', '3', '3.1'].map((tail): [string, Image, string, string] => [
      `ultrasound of class ${tail}`,
      { sopClass: `1.2.840.10008.5.1.4.1.1.${tail}` },
      'high',
      'ultrasound',
    ]),
    ...['77.1.1.1', '77.1.2.1', '77.1.4.1'].map((tail): [string, Image, string, string] => [
      `video of class ${tail}`,
      { sopClass: `1.2.840.10008.5.1.4.1.1.${tail}` },
      'high',
      'video',
    ]),
    ['the modality of ultrasound', { more: [element(0x00080060, 'CS', 'US')] }, 'high', 'ultrasound'],
    ...['7.1', '7.2', '7.3', '7.4'].map((tail): [string, Image, string, string] => [
      `secondary capture of class ${tail}`,
      { sopClass: `1.2.840.10008.5.1.4.1.1.${tail}` },
      'high',
      'secondary-capture',
    ]),
    ...['DV', 'DI', 'WSD', 'SD', 'SI', 'DRW'].map((type): [string, Image, string, string] => [
      `Conversion Type ${type}`,
      { more: [element(0x00080064, 'CS', type)] },
      'high',
      'digitized',
    ]),
    ...['DOSE', 'REPORT', 'CAPTURE', 'PROTOCOL'].map((word): [string, Image, string, string] => [
      `Image Type ${word}`,
      { more: [element(0x00080008, 'CS', `DERIVED\\SECONDARY\\${word}`)] },
      'high',
      'screen-capture',
    ]),
    ['overlays in unused bits', { more: [element(0x60000010, 'US', u16(2)), element(0x60000100, 'US', u16(16))] }, 'high', 'overlay-bits'],
  ])('%s', (_name, options, risk, reasons) => {
    expect(judge(options)).toMatchObject({ risk, reasons: reasons === '' ? [] : reasons.split(',') })
  })

  it('a known device has known regions', () => {
    const more = [
      element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\SCREEN SAVE'),
      element(0x00080060, 'CS', 'CT'),
      element(0x00081090, 'LO', 'LightSpeed VCT'),
    ]
    const { reasons, regions } = judge({ more })
    expect(reasons).toContain('known-device')
    expect(regions).toContainEqual({ column: 0, row: 0, width: 512, height: 121 })
  })

  describe.each(['100', '100.1', '101', '102', '103', '104', '105', '106', '106.1', '107', '108'])(
    'video of transfer syntax 4.%s',
    (tail) => {
      const stream = new Uint8Array(5000).fill(0x47)
      const video = (...more: readonly Uint8Array[]) =>
        part10(
          concat(
            element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.12.1'),
            element(0x00080018, 'UI', `${UID}.7`),
            element(0x00100010, 'PN', 'Osricbrand^Ada'),
            ...more,
            encapsulated([], [stream]),
          ),
          `1.2.840.10008.1.2.4.${tail}`,
        )

      it('has its header cleaned, its stream left, and is for review', () => {
        expect(() => deidentify(video())).toThrow(expect.objectContaining({ code: 'unsupported_variant' }))
        const { result, file, values } = deidentify(video(), { onBurnedIn: 'warn' })
        expect(result.pixels.judgement).toMatchObject({ risk: 'high', reasons: ['video'] })
        expect(result.pixelState).toBe('identical')
        expect(result.transferSyntax).toBe(`1.2.840.10008.1.2.4.${tail}`)
        expect(values.get('(0010,0010)')).not.toMatch(/osricbrand/i)
        const [, fragment] = file.dataset.elements.at(-1)!.fragments!
        expect(file.data.subarray(fragment!.valueStart, fragment!.end)).toEqual(stream)
      })

      it('is for review also where it says NO', () => {
        const { result } = deidentify(video(element(0x00280301, 'CS', 'NO')), { onBurnedIn: 'warn' })
        expect(result.pixels.judgement).toMatchObject({ risk: 'high', reasons: ['annotation-no', 'video'] })
      })
    },
  )

  it('no pixels, no risk', () => {
    expect(judgeBurnedIn(readDicom(part10(element(0x00080016, 'UI', SECONDARY_CAPTURE)))).risk).toBe('none')
  })

  it('around ultrasound regions everything is text', () => {
    expect(regionsAround([{ column: 2, row: 1, width: 3, height: 2 }], 5, 8)).toEqual([
      { column: 0, row: 0, width: 8, height: 1 },
      { column: 0, row: 3, width: 8, height: 2 },
      { column: 0, row: 1, width: 2, height: 2 },
      { column: 5, row: 1, width: 3, height: 2 },
    ])
  })
})

describe('onBurnedIn', () => {
  it('fail refuses with the place of the pixels', () => {
    expect(() => deidentify(image({ sopClass: SECONDARY_CAPTURE }))).toThrow(
      expect.objectContaining({ code: 'unsupported_variant', at: { path: '(7FE0,0010)', byteOffset: expect.any(Number) } }),
    )
  })

  it('warn lets the pixels stay as they are', () => {
    const { result } = deidentify(image({ sopClass: SECONDARY_CAPTURE }), { onBurnedIn: 'warn' })
    expect(result.pixelState).toBe('identical')
    expect(result.pixels.judgement.risk).toBe('high')
  })

  it('mask refuses where no region is known, and clean-pixel-data with it', () => {
    for (const settings of [{ onBurnedIn: 'mask' as const }, { options: ['clean-pixel-data' as const] }])
      expect(() => deidentify(image({ sopClass: SECONDARY_CAPTURE }), settings)).toThrow(
        expect.objectContaining({ code: 'unsupported_variant' }),
      )
  })

  it('mask blanks around ultrasound regions and says so', () => {
    const number = (tag: number, value: number) => element(tag, 'UL', u32(value))
    const region = item(concat(number(0x00186018, 1), number(0x0018601a, 1), number(0x0018601c, 2), number(0x0018601e, 1)))
    const { result, values, file } = deidentify(image({ sopClass: ULTRASOUND, more: [sequence(0x00186011, [region])], rows: 3 }), {
      onBurnedIn: 'mask',
    })
    const pixels = file.dataset.elements.at(-1)!
    expect([...file.data.subarray(pixels.valueStart, pixels.valueEnd)]).toEqual([0, 0, 0, 0, 0, 6, 7, 0, 0, 0, 0, 0])
    expect(result.pixelState).toBe('blanked')
    expect(values.get('(0028,0301)')).toBe('NO')
    expect(values.get('(0012,0064)[1].(0008,0100)')).toBe('113101')
  })

  it('overlays in unused bits are never masked away', () => {
    const more = [element(0x60000010, 'US', u16(2)), element(0x60000100, 'US', u16(16))]
    const regions = [{ column: 0, row: 0, width: 1, height: 1 }]
    expect(() => deidentify(image({ more }), { regions })).toThrow(expect.objectContaining({ code: 'unsupported_variant' }))
  })
})

describe('blanking', () => {
  const regions = [{ column: 1, row: 0, width: 2, height: 2 }]
  const blank = (options: Image) => {
    const { file } = deidentify(image(options), { regions })
    const pixels = file.dataset.elements.at(-1)!
    return [...file.data.subarray(pixels.valueStart, pixels.valueEnd)]
  }

  test.each<[string, Image, number[]]>([
    ['8 bits', {}, [1, 0, 0, 4, 5, 0, 0, 8]],
    ['16 bits, big endian', { bits: 16, syntax: 'big' }, [1, 2, 0, 0, 0, 0, 7, 8, 9, 10, 0, 0, 0, 0, 15, 16]],
    ['two frames', { frames: 2 }, [1, 0, 0, 4, 5, 0, 0, 8, 9, 0, 0, 12, 13, 0, 0, 16]],
    ['colour by pixel', { samples: 3, rows: 1 }, [1, 2, 3, 0, 0, 0, 0, 0, 0, 10, 11, 12]],
    ['colour by plane', { samples: 3, rows: 1, planar: 1 }, [1, 0, 0, 4, 5, 0, 0, 8, 9, 0, 0, 12]],
    ['luminance and chrominance', { samples: 3, rows: 1, photometric: 'YBR_FULL' }, [1, 2, 3, 0, 128, 128, 0, 128, 128, 10, 11, 12]],
  ])('%s', (_name, options, expected) => {
    expect(blank(options)).toEqual(expected)
  })

  it('regions that overlap or leave the image', () => {
    const many = [...regions, { column: 2, row: 1, width: 99, height: 99 }, { column: 50, row: 50, width: 1, height: 1 }]
    const { file } = deidentify(image(), { regions: many })
    const pixels = file.dataset.elements.at(-1)!
    expect([...file.data.subarray(pixels.valueStart, pixels.valueEnd)]).toEqual([1, 0, 0, 4, 5, 0, 0, 0])
  })

  it('copies nothing of the pixels that stay', () => {
    const file = readDicom(image({ rows: 100, columns: 100 }))
    const plan = planDeidentify(file, { ...SETTINGS, regions })
    const copied = plan.views.filter((view) => view.buffer !== file.data.buffer).reduce((sum, view) => sum + view.byteLength, 0)
    expect(copied).toBeLessThan(3000)
    expect(
      planDeidentify(file, SETTINGS)
        .views.filter((view) => view.buffer === file.data.buffer)
        .reduce((sum, view) => sum + view.length, 0),
    ).toBeGreaterThan(10_000)
  })

  it.each<[string, Image, string]>([
    ['one bit a pixel', { bits: 1, rows: 4 }, 'unsupported_variant'],
    ['data that do not fit their description', { pixels: new Uint8Array(6) }, 'unreadable_input'],
    ['halved chrominance', { samples: 3, rows: 1, photometric: 'YBR_FULL_422' }, 'unsupported_variant'],
  ])('refuses %s', (_name, options, code) => {
    expect(() => deidentify(image(options), { regions })).toThrow(expect.objectContaining({ code }))
  })

  it('compressed pixels stay byte for byte where nothing is to be blanked', () => {
    const pixels = encapsulated([], [Uint8Array.of(1, 2, 3, 4)])
    const head = concat(element(0x00080016, 'UI', CT), element(0x00080018, 'UI', `${UID}.7`))
    const { result, file } = deidentify(part10(concat(head, pixels), '1.2.840.10008.1.2.5'))
    const kept = file.dataset.elements.at(-1)!
    expect(file.data.subarray(kept.start, kept.end)).toEqual(pixels)
    expect(result.transferSyntax).toBe('1.2.840.10008.1.2.5')
  })
})

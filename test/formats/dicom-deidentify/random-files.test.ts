// Files of random structure with one invented patient in most of their attributes, under random options: no identifier of the patient is left in silence,
// and the same file twice gives the same bytes.
import { describe, expect, it } from 'vitest'
import { deidentifyFile } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import type { DeidentifySettings } from '../../../src/formats/dicom/deidentify/prepare.ts'
import { PROFILE_OPTIONS, type ProfileOption } from '../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import type { DicomItem } from '../../../src/formats/dicom/dicom-file.ts'
import { formatPath } from '../../../src/formats/dicom/dicom-issue.ts'
import { findElement } from '../../../src/formats/dicom/dictionary/dictionary.ts'
import { ELEMENTS } from '../../../src/formats/dicom/dictionary/elements.generated.ts'
import { unpackTable } from '../../../src/formats/dicom/dictionary/unpack-table.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { concat, element, item, part10, type Syntax, sequence, TRANSFER_SYNTAXES, text, UNDEFINED, u16 } from '../dicom/build-dicom.ts'
import { type Random, seededRandom } from '../dicom/mutate-bytes.ts'
import { SETTINGS } from './sample-patient.ts'

const SEEDS = 60
const OPTIONS = Object.keys(PROFILE_OPTIONS) as ProfileOption[]
/** CT, enhanced MR, ultrasound, report, presentation state, RT plan, ECG, structure set, PET, slide. */
const CLASSES = ['2', '4.1', '6.1', '88.33', '11.1', '481.5', '9.1.1', '481.3', '128', '77.1.6'].map(
  (tail) => `1.2.840.10008.5.1.4.1.1.${tail}`,
)
const NAMES = [
  'Zebulonquux^Alvin',
  'Müllerquist^Jörg',
  'Yamadaquist^Tarou=山田^太郎=やまだ^たろう',
  "O'Quillian-Smythe^Beatrix",
  'Петровский^Иван',
]
/** Content, requests, references, frames, annotations, waveforms, originals, icons, beams, regions. */
const NESTS = [
  0x0040a730, 0x00400275, 0x00081140, 0x52009230, 0x00700001, 0x0040b020, 0x003a0200, 0x04000561, 0x00880200, 0x300a00b0, 0x30060020,
]
const END_OF_SEQUENCE = [0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]
const MAX_DEPTH = 4

const tags: number[] = []
for (const delta of unpackTable(ELEMENTS)[0]!.split('\n')) tags.push((tags.at(-1) ?? 0) + Number.parseInt(delta, 16))
/** Without what describes pixels, what says what the file is, and documents, which are refused. */
const LEAVES = tags.filter(
  (tag) =>
    tag >>> 16 >= 8 &&
    tag < 0x7fe00000 &&
    tag >>> 16 !== 0x28 &&
    findElement(tag)!.vr !== 'SQ' &&
    ![0x00080005, 0x00080016, 0x00080018, 0x00420011].includes(tag),
)

interface Patient {
  readonly name: string
  readonly id: string
  readonly order: string
  readonly date: string
  readonly uid: string
}

class RandomFile {
  private readonly random: Random
  readonly patient: Patient
  readonly bytes: Uint8Array
  readonly settings: DeidentifySettings

  constructor(seed: number) {
    this.random = seededRandom(seed)
    const number = (digits: number) => String(10 ** (digits - 1) + Math.floor(this.random() * 9 * 10 ** (digits - 1)))
    const date = `19${number(2)}0${1 + this.below(9)}${10 + this.below(18)}`
    this.patient = {
      name: this.pick(NAMES),
      id: `MRN${number(7)}`,
      order: `AC${number(8)}`,
      date,
      uid: `1.2.826.0.1.3680043.10.543.${number(9)}`,
    }
    const syntax = this.pick(['explicit', 'implicit', 'big'] as const)
    this.bytes = part10(this.compose(0, syntax), TRANSFER_SYNTAXES[syntax])
    const chosen = OPTIONS.filter(() => this.chance(0.35))
    const options = chosen.includes('retain-full-dates') ? chosen.filter((name) => name !== 'retain-modified-dates') : chosen
    this.settings = { ...SETTINGS, options, unlisted: this.chance(0.3) ? 'keep' : 'remove', onBurnedIn: 'warn' }
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  private chance(share: number): boolean {
    return this.random() < share
  }

  private pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  private sentence(): string {
    const { name, id, order, date, uid } = this.patient
    const words = name.split('=')[0]!.split('^')
    return this.pick([`seen ${words.join(' ')} now`, `for ${words[0]}`, id, `no ${order}`, `on ${date}`, uid, words.toReversed().join(' ')])
  }

  private value(vr: string): Uint8Array {
    const { name, id, date, uid } = this.patient
    if (vr === 'PN') return utf8(name)
    if (vr === 'DA' || vr === 'DT') return text(date)
    if (vr === 'UI') return text(uid, '\0')
    if (vr === 'TM') return text('101112')
    if (vr === 'AS') return text('093Y')
    if (vr === 'IS' || vr === 'DS') return text(id.slice(3))
    if (vr === 'CS') return text(this.chance(0.5) ? id : 'ORIGINAL')
    return ['LO', 'SH', 'ST', 'LT', 'UT', 'UC', 'UR', 'AE', 'OB', 'OW', 'UN'].includes(vr) ? utf8(this.sentence()) : new Uint8Array(8)
  }

  private compose(depth: number, syntax: Syntax): Uint8Array {
    const elements = new Map<number, Uint8Array>()
    const put = (tag: number, vr: string, value: Uint8Array | string) => elements.set(tag, element(tag, vr, value, syntax))
    if (depth === 0 || this.chance(0.2)) put(0x00080005, 'CS', 'ISO_IR 192')
    for (let i = 0; i < (depth === 0 ? 12 : 5); i++) {
      const tag = this.pick(LEAVES)
      const vr = this.chance(0.9) ? findElement(tag)!.vr.slice(0, 2) : this.pick(['LO', 'UN', 'PN', 'UT'])
      put(tag, vr, this.value(vr))
    }
    for (let i = 0; depth < MAX_DEPTH && i < 2; i++) {
      const tag = this.pick(NESTS)
      const items = Array.from({ length: 1 + this.below(2) }, () => item(this.compose(depth + 1, syntax), syntax, this.chance(0.5)))
      elements.set(tag, sequence(tag, items, syntax, this.chance(0.5)))
    }
    if (this.chance(0.4)) {
      put(0x00190010, 'LO', this.pick(['ACME 1', 'GEMS_ACQU_01']))
      put(0x0019109e, 'LO', utf8(this.sentence()))
      if (syntax === 'explicit' && depth < MAX_DEPTH) elements.set(0x001910f0, this.unknownSequence(0x001910f0, depth + 1))
    }
    if (depth === 0) this.identify(put, syntax)
    return concat(...[...elements].sort(([a], [b]) => a - b).map(([, bytes]) => bytes))
  }

  /** PS3.5 §6.2.2 note 3: implicit VR inside an element of VR UN and undefined length. */
  private unknownSequence(tag: number, depth: number): Uint8Array {
    const content = item(this.compose(depth, 'implicit'), 'implicit', true)
    return concat(element(tag, 'UN', concat(), 'explicit', UNDEFINED), content, END_OF_SEQUENCE)
  }

  private identify(put: (tag: number, vr: string, value: Uint8Array | string) => unknown, syntax: Syntax): void {
    const { name, id, order, date, uid } = this.patient
    put(0x00080016, 'UI', this.pick(CLASSES))
    put(0x00080018, 'UI', uid)
    put(0x00080050, 'SH', order)
    put(0x00100010, 'PN', utf8(name))
    put(0x00100020, 'LO', id)
    put(0x00100030, 'DA', date)
    put(0x50000020, 'CS', id)
    put(0x60000010, 'US', u16(1, syntax))
    put(0x60004000, 'LT', utf8(this.sentence()))
    put(0xfffcfffc, 'OB', utf8(this.sentence()))
  }

  /** What must not be left, but for what the options retain. */
  secrets(): string[] {
    const { name, id, order, date, uid } = this.patient
    const { options } = this.settings
    const names = name.split(/[=^]/).filter((word) => word.length > 3)
    const dates = options.includes('retain-full-dates') ? [] : [date]
    return [...names, id, order, ...dates, ...(options.includes('retain-uids') ? [] : [uid])].map((secret) => secret.toLowerCase())
  }
}

function utf8(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value)
  return bytes.length % 2 === 0 ? bytes : concat(bytes, [0x20])
}

/** Paths of the elements that hold one of the secrets. */
function listHolders(data: Uint8Array, dataset: DicomItem, secrets: readonly string[], steps: readonly number[] = []): string[] {
  return dataset.elements.flatMap((leaf) => {
    const path = [...steps, leaf.tag]
    if (leaf.items) return leaf.items.flatMap((child, i) => listHolders(data, child, secrets, [...path, i]))
    const value = new TextDecoder().decode(data.subarray(leaf.valueStart, leaf.valueEnd)).toLowerCase()
    return secrets.some((secret) => value.includes(secret)) ? [formatPath(path)] : []
  })
}

describe('a file of random structure', { timeout: 120_000 }, () => {
  it(`leaves no identifier in silence, ${SEEDS} times`, () => {
    let planted = 0
    for (let seed = 1; seed <= SEEDS; seed++) {
      const file = new RandomFile(seed)
      const { bytes, settings } = file
      const secrets = file.secrets()
      const original = readDicom(bytes)
      planted += listHolders(original.data, original.dataset, secrets).length
      const result = deidentifyFile(original, settings)
      const { data, dataset } = readDicom(result.bytes)
      const reported = new Set(result.residuals.map(({ path }) => path))
      const silent = listHolders(data, dataset, secrets).filter((path) => !reported.has(path))
      expect({ seed, silent }).toEqual({ seed, silent: [] })
      const head = new TextDecoder('latin1').decode(result.bytes.subarray(0, dataset.start)).toLowerCase()
      expect(secrets.filter((secret) => head.includes(secret))).toEqual([])
      expect(deidentifyFile(readDicom(bytes), settings).bytes).toEqual(result.bytes)
    }
    expect(planted).toBeGreaterThan(SEEDS * 50)
  })
})

// phi/deidentify-dicom on files that are built from decisions: the planted patient in any attribute, value representation, nesting and syntax.
import { ProblemError } from '../../../../src/core/problem.ts'
import { runTool } from '../../../../src/core/run.ts'
import { findElement } from '../../../../src/formats/dicom/dictionary/dictionary.ts'
import { ELEMENTS } from '../../../../src/formats/dicom/dictionary/elements.generated.ts'
import { unpackTable } from '../../../../src/formats/dicom/dictionary/unpack-table.ts'
import { phiDeidentifyDicom } from '../../../../src/tools/phi/deidentify-dicom.ts'
import { concat, element, item, part10, type Syntax, sequence, TRANSFER_SYNTAXES } from '../../../formats/dicom/build-dicom.ts'
import { Decisions, expectThat, type FuzzTarget, refusableLater } from '../../engine/target.ts'

const NAME = 'Zebulonquux'
const ID = 'MRN4471902'
const KEY = 'correct horse battery staple'
const NESTS = [0x0040a730, 0x00400275, 0x00081140, 0x52009230, 0x00700001, 0x0040b020, 0x04000561, 0x00880200]
const TEXTS = [
  `seen ${NAME} now`,
  `${NAME}^Alvin`,
  ID,
  `for ${NAME.toUpperCase()}`,
  `http://x.example/?p=${ID}`,
  `<p>${NAME}</p>`,
  `${NAME}, ${ID}`,
]
const tags: number[] = []
for (const delta of unpackTable(ELEMENTS)[0]!.split('\n')) tags.push((tags.at(-1) ?? 0) + Number.parseInt(delta, 16))
const LEAVES = tags.filter(
  (tag) =>
    tag >>> 16 >= 8 &&
    tag < 0x7fe00000 &&
    tag >>> 16 !== 0x28 &&
    findElement(tag)!.vr !== 'SQ' &&
    ![0x00080005, 0x00080016, 0x00080018, 0x00420011].includes(tag),
)

export const target: FuzzTarget = {
  covers: ['src/formats/dicom/deidentify'],
  maxBytes: 200,
  seeds: () => [
    new Uint8Array(40),
    Uint8Array.from({ length: 60 }, (_, i) => (i * 37) & 0xff),
    Uint8Array.from({ length: 120 }, (_, i) => (i * 101) & 0xff),
  ],
  async run(input) {
    const decisions = new Decisions(input)
    const syntax = decisions.pick(['explicit', 'implicit', 'big'] as const)
    const unlisted = decisions.pick(['remove', 'keep'] as const)
    const result = await refusableLater(() =>
      runTool(
        phiDeidentifyDicom,
        { file: part10(compose(decisions, syntax, 0), TRANSFER_SYNTAXES[syntax]) },
        { key: KEY, unlisted, onBurnedIn: 'warn' },
      ),
    )
    if (result instanceof ProblemError) return
    const text = Buffer.from((result as { file: Uint8Array }).file)
      .toString('latin1')
      .toLowerCase()
    for (const plant of [NAME, ID]) expectThat(!text.includes(plant.toLowerCase()), 'no planted value is left')
  },
}

function compose(decisions: Decisions, syntax: Syntax, depth: number): Uint8Array {
  const elements = new Map<number, Uint8Array>()
  const put = (tag: number, vr: string, value: string) =>
    elements.set(tag, element(tag, vr, value.length % 2 === 0 ? value : `${value} `, syntax))
  for (let left = decisions.below(depth === 0 ? 8 : 4); left > 0 && !decisions.isOver; left--) {
    const tag = LEAVES[decisions.below(LEAVES.length)]!
    const vr = decisions.byte() < 230 ? findElement(tag)!.vr.slice(0, 2) : decisions.pick(['LO', 'UN', 'PN', 'UT'])
    const isTextVr = ['LO', 'SH', 'ST', 'LT', 'UT', 'UC', 'UR', 'AE', 'OB', 'UN', 'PN', 'CS'].includes(vr)
    put(tag, vr, isTextVr ? decisions.pick(TEXTS) : vr === 'IS' || vr === 'DS' ? ID.slice(3) : '20240219')
  }
  for (let left = decisions.below(3); left > 0 && depth < 3 && !decisions.isOver; left--) {
    const tag = decisions.pick(NESTS)
    const isOpen = decisions.byte() % 2 === 0
    elements.set(tag, sequence(tag, [item(compose(decisions, syntax, depth + 1), syntax, isOpen)], syntax, isOpen))
  }
  if (decisions.byte() % 3 === 0) {
    put(0x00190010, 'LO', decisions.pick(['ACME 1', 'GEMS_ACQU_01']))
    put(0x0019109e, 'LO', decisions.pick(TEXTS))
  }
  if (depth === 0) {
    put(0x00080016, 'UI', `1.2.840.10008.5.1.4.1.1.${decisions.pick(['2', '88.33', '6.1', '11.1', '481.5'])}`)
    put(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.7')
    put(0x00100010, 'PN', `${NAME}^Alvin`)
    put(0x00100020, 'LO', ID)
  }
  return concat(...[...elements].sort(([a], [b]) => a - b).map(([, bytes]) => bytes))
}

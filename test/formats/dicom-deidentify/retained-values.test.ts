// Deciders that are kept for files of a kind decide as new ones do, and none is kept for what only a file says.
import { expect, it } from 'vitest'
import { createDecider, type DecisionSettings, openDecider } from '../../../src/formats/dicom/deidentify/profile/decide.ts'
import type { ProfileOption } from '../../../src/formats/dicom/deidentify/profile/profile-options.ts'

const CT = '1.2.840.10008.5.1.4.1.1.2'
const MR = '1.2.840.10008.5.1.4.1.1.4'
const settings = (sopClass: string, unlisted: 'remove' | 'keep' = 'remove', ...options: ProfileOption[]): DecisionSettings => ({
  options: new Set(options),
  unlisted,
  sopClass,
})
const TAGS = [0x00080018, 0x00080020, 0x00080080, 0x00100010, 0x00181000, 0x00204000, 0x00280010, 0x00091001]

it('one for each SOP class, choice and set of options', () => {
  const all = [
    settings(CT),
    settings(MR),
    settings(CT, 'keep'),
    settings(CT, 'remove', 'retain-uids'),
    settings(CT, 'remove', 'retain-full-dates'),
  ]
  // The cache starts anew when it is full; the first round makes room for all of these.
  for (const each of all) openDecider(each)
  const kept = all.map(openDecider)
  expect(new Set(kept).size).toBe(all.length)
  for (const [i, each] of all.entries()) {
    expect(openDecider({ ...each })).toBe(kept[i])
    for (const tag of TAGS) expect(kept[i]!(tag, 'LO', 0)).toEqual(createDecider(each)(tag, 'LO', 0))
  }
})

it('none for a SOP class that no standard knows', () => {
  for (const sopClass of ['', '1.2.3', 'Quist^Alvin']) expect(openDecider(settings(sopClass))).not.toBe(openDecider(settings(sopClass)))
})

it('decides the same after more elements than are kept', () => {
  const decide = openDecider(settings(CT))
  const before = decide(0x00100010, 'PN', 0)
  for (let tag = 0x00110000; tag < 0x00115000; tag++) decide(tag, 'LO', 0)
  expect(decide(0x00100010, 'PN', 0)).toEqual(before)
})

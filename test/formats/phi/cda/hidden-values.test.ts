// What a text of a document hides: object identifiers and UUIDs that stand for something else now.
import { describe, expect, test } from 'vitest'
import { findHidden } from '../../../../src/formats/phi/cda/hidden-values.ts'
import { OriginalValues } from '../../../../src/formats/phi/hl7/original-values.ts'

const OID = '1.2.840.99999.7'
const UUID = '0f4d2c1a-1111-4222-8333-944455566677'
const REPLACED = new Set([OID, UUID])

describe('a replaced identifier is found', () => {
  test.each([
    ['alone', OID],
    ['at the end of a sentence', `See ${OID}.`],
    ['behind dots', `See ...${OID}`],
    ['between dots', `${OID}..${OID}...`],
    ['behind digits and letters that stick to it', `a5${OID}b`],
    ['as a URN', `urn:oid:${OID} urn:uuid:${UUID.toUpperCase()}`],
    ['behind another number', `3.14 ${OID}`],
  ])('%s', (_, text) => {
    const left = findHidden(text, new OriginalValues([]), REPLACED).reduceRight(
      (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
      text,
    )
    expect(left).not.toContain(OID)
    expect(left.toLowerCase()).not.toContain(UUID)
    expect(left.replace(/[0-9.\s]|See|urn:oid:|urn:uuid:|a|b/g, '')).toBe('')
  })

  test('and another one is left', () => {
    expect(findHidden('See 1.2.840.99999.71 and 1.2.3', new OriginalValues([]), REPLACED)).toEqual([])
  })
})

describe('a name of the document is found', () => {
  const originals = new OriginalValues([{ category: 'name', text: 'Quistgaard', repetition: 0 }])
  test.each(['xQuistgaard', 'QuistgaardPat', 'xquistgaard', 'QUISTGAARDZ', 'pic_zquistgaard.png'])(
    'joined to other letters: %s',
    (text) => {
      const found = findHidden(text, originals, REPLACED).map(({ start, end }) => text.slice(start, end).toLowerCase())
      expect(found).toEqual(['quistgaard'])
    },
  )

  test('and ordinary words that contain a name are left', () => {
    const wander = new OriginalValues([{ category: 'name', text: 'Ander', repetition: 0 }])
    expect(findHidden('They wander. Wandering, wanders', wander, REPLACED)).toEqual([])
  })
})

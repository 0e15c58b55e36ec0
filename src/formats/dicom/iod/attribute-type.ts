// What type an attribute has in an IOD, over all its modules: the strictest counts, so that who follows it leaves the object conformant.
import { type AttributeList, type AttributeType, attributesOf, findIodOfSopClass, type IodAttribute } from './iod-table.ts'

const STRICTNESS: readonly AttributeType[] = ['1', '1C', '2', '2C', '3']

/**
 * Modules of every usage count: an attribute that is there shows that its module is, and then its type there holds.
 * @param path tags from the data set down, item numbers left out: `[0x00081140, 0x00081155]`
 * @returns undefined where the SOP class is unknown or no module of its IOD names the attribute at this place
 */
export function attributeType(sopClassUid: string, path: readonly number[]): AttributeType | undefined {
  const iod = findIodOfSopClass(sopClassUid)
  if (!iod) return undefined
  let strictest: AttributeType | undefined
  for (const { attributes } of iod.modules) {
    const type = findAt(attributes, path)?.type
    if (type && (!strictest || STRICTNESS.indexOf(type) < STRICTNESS.indexOf(strictest))) strictest = type
  }
  return strictest
}

function findAt(top: AttributeList, path: readonly number[]): IodAttribute | undefined {
  let level: AttributeList | undefined = top
  let found: IodAttribute | undefined
  for (const tag of path) {
    found = level?.get(tagInTables(tag))
    if (!found) return undefined
    level = found.items === undefined ? undefined : attributesOf(found.items)
  }
  return found
}

/** The tables hold repeating groups by their first, such as (6000,3000) for (6002,3000). */
function tagInTables(tag: number): number {
  const isRepeated = tag >>> 24 === 0x60 || tag >>> 24 === 0x50
  return isRepeated ? (tag & 0xff00ffff) >>> 0 : tag
}

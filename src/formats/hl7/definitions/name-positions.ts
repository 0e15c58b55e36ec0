// The positions that the names of a site's definitions stand for.
import type { PathNames } from '../dictionary/path-names.ts'
import type { Hl7Definitions } from './definitions-schema.ts'

interface Named {
  readonly position: number
  readonly name: string
  readonly dataType: string
}

/** Of the standard only what the definitions name: its own names change with the version. */
export function namePositions({ segments, dataTypes }: Hl7Definitions): PathNames {
  const fields = new Map(segments.map((each) => [each.id, each.fields]))
  const types = new Map(dataTypes.map((each) => [each.name, each.components]))
  const below = (list: readonly Named[] | undefined, above: readonly number[]): readonly Named[] | undefined => {
    const [first, ...rest] = above
    if (first === undefined) return list
    const part = list?.find(({ position }) => position === first)
    return part && below(types.get(part.dataType), rest)
  }
  return {
    ofSegment: (segment, above, name) => findName(below(fields.get(segment), above), name),
    ofType: (dataType, above, name) => findName(below(types.get(dataType), above), name),
  }
}

function findName(list: readonly Named[] | undefined, name: string): number | undefined {
  const found = (list ?? []).filter((each) => each.name === name)
  return found.length === 1 ? found[0]!.position : undefined
}

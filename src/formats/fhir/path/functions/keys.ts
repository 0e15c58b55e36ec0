// Keys of SQL on FHIR: by them the rows of one view are joined with those of another.
import { isObject, type JsonValue } from '../../json/json-value.ts'
import type { Item, Items } from '../item.ts'
import { NONE, ofString } from '../item.ts'
import type { FunctionDefinition } from './definition.ts'
import { plain } from './definition.ts'

/** Both give `Patient/p1`, so that the key of a reference is that of the resource that it leads to. */
export const KEYS: Readonly<Record<string, FunctionDefinition>> = {
  getResourceKey: plain(0, 0, (_, input) => {
    return input.flatMap((item) => {
      const key = keyOf(item)
      return key === undefined ? [] : [ofString(key)]
    })
  }),
  getReferenceKey: {
    kind: 'type',
    least: 0,
    most: 1,
    run({ settings }, input, type) {
      return input.flatMap((item): Items => {
        const reference = item.kind === 'node' && isObject(item.value) ? item.value.reference : undefined
        if (typeof reference !== 'string' || item.kind !== 'node') return NONE
        const found = reference.startsWith('urn:') ? settings.resolve(reference, item) : undefined
        const key = found ? keyOf(found) : REST.exec(reference)?.[1]
        const requested = type?.slice(type.indexOf('.') + 1)
        return key === undefined || (requested !== undefined && !key.startsWith(`${requested}/`)) ? NONE : [ofString(key)]
      })
    },
  },
}

/** A relative or absolute reference of the REST interface, with or without a version (R4 2.3.0.1). */
const REST = /^(?:https?:\/\/[^\s#?]*\/)?([A-Z][A-Za-z]{1,63}\/[A-Za-z0-9.-]{1,64})(?:\/_history\/[A-Za-z0-9.-]{1,64})?$/

function keyOf(item: Item): string | undefined {
  if (item.kind !== 'node' || item.plan.kind !== 'resource') return undefined
  const id: JsonValue | undefined = isObject(item.value) ? item.value.id : undefined
  return typeof id === 'string' ? `${item.plan.name}/${id}` : undefined
}

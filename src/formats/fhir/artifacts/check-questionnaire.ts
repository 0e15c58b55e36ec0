// Conditions of a Questionnaire: each enableWhen names another item of the questionnaire (R4 Questionnaire.item.enableWhen.question).
import type { JsonObject, JsonPath } from '../json/json-value.ts'
import { objectsIn, textOf } from '../json/members.ts'
import type { Context, ResourceNode } from '../validate/context.ts'

interface Item {
  readonly value: JsonObject
  readonly path: JsonPath
}

export function checkQuestionnaire({ issues }: Context, { value, path }: ResourceNode): void {
  const items = itemsOf(value, path)
  const byLinkId = new Map(items.map((item) => [textOf(item.value.linkId), item]))
  for (const item of items) {
    objectsIn(item.value.enableWhen).forEach(({ question }, i) => {
      const wanted = textOf(question)
      const target = wanted === undefined ? undefined : byLinkId.get(wanted)
      if (wanted === undefined || (target && !isWithin(target.path, item.path))) return
      const expected = target ? 'an item outside of the item itself' : 'the linkId of an item of the questionnaire'
      issues.add('definition_link', [...item.path, 'enableWhen', i], { expected })
    })
  }
}

function itemsOf(holder: JsonObject, path: JsonPath): Item[] {
  const found: Item[] = []
  const rest: Item[] = [{ value: holder, path }]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, path: at } = next
    const items = objectsIn(value.item).map((each, i): Item => ({ value: each, path: [...at, 'item', i] }))
    for (const item of items) found.push(item)
    for (const item of items) rest.push(item)
  }
  return found
}

function isWithin(path: JsonPath, outer: JsonPath): boolean {
  return outer.every((step, i) => path[i] === step)
}

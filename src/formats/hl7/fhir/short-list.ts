// Lists that mostly have one or two items. An empty list that is added to takes place for seventeen, which for the hundreds of a message is most of its memory.

/** @returns the list with the item behind its others: another list or, where it is long, the same one */
export function append<Item>(list: readonly Item[], item: Item): Item[] {
  switch (list.length) {
    case 0:
      return [item]
    case 1:
      return [list[0]!, item]
    case 2:
      return [list[0]!, list[1]!, item]
    case 3:
      return [list[0]!, list[1]!, list[2]!, item]
  }
  const long = list as Item[]
  long.push(item)
  return long
}

/** @returns the list without the first place of an item: another list or, where it is long, the same one */
export function without<Item>(list: readonly Item[], item: Item): readonly Item[] {
  const place = list.indexOf(item)
  if (place < 0) return list
  if (list.length <= LONGEST_COPIED) return list.filter((_, i) => i !== place)
  // A unit stands in each of the thousands of components of an Observation: a copy for each takes the square of their number.
  const long = list as Item[]
  long.splice(place, 1)
  return long
}

/** Lists up to this length are copied where they change: `append` adds to longer ones. */
const LONGEST_COPIED = 4

// t-closeness: how much the sensitive values of a class of rows tell beyond what the whole table tells (Li, Li and Venkatasubramanian,
// "t-Closeness: Privacy Beyond k-Anonymity and l-Diversity", ICDE 2007).
import { type RowClass, round } from './row-class.ts'

export interface Closeness {
  readonly column: string
  /** `ordered` where every value is a number, else `equal`. */
  readonly distance: 'ordered' | 'equal'
  /** Largest distance of a class to the table: the least t for which the table has t-closeness. */
  readonly t: number
  /** Rows in classes whose distance is above the t of the option. */
  readonly rowsAbove: number
}

/**
 * Definition 2 of the paper: a class has t-closeness if the distance between the distribution of the sensitive column in the class and in
 * the whole table is at most t; a table has it if all classes have. The distance is the earth mover's distance, numbers being as far
 * apart as their ranks (the paper's ordered distance) and all other values equally far (its equal distance).
 */
export function measureCloseness(column: string, i: number, classes: readonly RowClass[], most: number): Closeness {
  const total = new Map<string, number>()
  for (const { values } of classes) for (const [value, count] of values[i]!) total.set(value, (total.get(value) ?? 0) + count)
  const numbers = [...total.keys()].every(isNumber)
  const distance = numbers && total.size > 0 ? 'ordered' : 'equal'
  const spread = numbers ? spreadByRank(total) : spreadByValue(total)
  let t = 0
  let rowsAbove = 0
  for (const { rows, values } of classes) {
    const own = spread(values[i]!, rows.length)
    t = Math.max(t, own)
    // A distance that is equal but for the last digits of its binary fractions is not above.
    if (round(own) > most) rowsAbove += rows.length
  }
  return { column, distance, t: round(t), rowsAbove }
}

type Spread = (counts: ReadonlyMap<string, number>, rowCount: number) => number

function isNumber(value: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value)
}

/** Half the sum of |p - q| over all values. */
function spreadByValue(total: ReadonlyMap<string, number>): Spread {
  const all = sum(total)
  return (counts, rowCount) => {
    // What the class does not have counts in full: it is found as the rest.
    let difference = 0
    let covered = 0
    for (const [value, count] of counts) {
      const q = total.get(value)! / all
      covered += q
      difference += Math.abs(count / rowCount - q)
    }
    return (difference + Math.max(0, 1 - covered)) / 2
  }
}

/** The sum over the ranks of |what the class has up to the rank - what the table has|, by the number of steps between ranks. */
function spreadByRank(total: ReadonlyMap<string, number>): Spread {
  const all = sum(total)
  const numbers = [...new Set([...total.keys()].map(Number))].sort((a, b) => a - b)
  const rankOf = new Map(numbers.map((number, rank) => [number, rank]))
  const upTo = new Float64Array(numbers.length)
  for (const [value, count] of total) upTo[rankOf.get(Number(value))!]! += count / all
  for (let rank = 1; rank < upTo.length; rank++) upTo[rank]! += upTo[rank - 1]!
  const sums = new Float64Array(numbers.length + 1)
  for (let rank = 0; rank < upTo.length; rank++) sums[rank + 1] = sums[rank]! + upTo[rank]!
  return (counts, rowCount) => {
    if (numbers.length < 2) return 0
    const own = [...counts].map(([value, count]) => [rankOf.get(Number(value))!, count / rowCount] as const).sort((a, b) => a[0] - b[0])
    let moved = 0
    let reached = 0
    for (let i = -1; i < own.length; i++) {
      if (i >= 0) reached += own[i]![1]
      moved += apart(reached, i < 0 ? 0 : own[i]![0], own[i + 1]?.[0] ?? numbers.length)
    }
    return moved / (numbers.length - 1)
  }

  /** Sum of |reached - upTo| over ranks from `from` to before `to`: upTo rises, so that one rank divides what is below from what is above. */
  function apart(reached: number, from: number, to: number): number {
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! < reached) low = middle + 1
      else high = middle
    }
    return reached * (low - from) - (sums[low]! - sums[from]!) + (sums[to]! - sums[low]!) - reached * (to - low)
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}

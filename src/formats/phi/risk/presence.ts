// δ-presence: how sure an outsider can be that a person of the population is in the table, or is not (Nergiz, Atzori and Clifton, "Hiding
// the Presence of Individuals from Shared Databases", SIGMOD 2007).
import { type RowClass, round } from './row-class.ts'

export interface Presence {
  /** The table is (min, max)-present. */
  readonly min: number
  readonly max: number
  /** Rows of the population that are in the table for certain. */
  readonly certainRows: number
  /** Rows of the population that are not in the table for certain. */
  readonly absentRows: number
}

/**
 * The paper's definition of δ-presence: δ = (min, max) bounds, for every row of the population, the probability that it is in the table, given the
 * generalized table. Where classes do not overlap it is the share of the class's rows in the population that the table has.
 * A class that the population does not hold in full counts as certain.
 */
export function measurePresence(classes: ReadonlyMap<string, RowClass>, population: ReadonlyMap<string, number>): Presence | null {
  let min = 1
  let max = 0
  let certainRows = 0
  let absentRows = 0
  for (const [key, size] of population) {
    const probability = Math.min(1, (classes.get(key)?.rows.length ?? 0) / size)
    min = Math.min(min, probability)
    max = Math.max(max, probability)
    if (probability === 1) certainRows += size
    if (probability === 0) absentRows += size
  }
  return population.size === 0 ? null : { min: round(min), max: round(max), certainRows, absentRows }
}

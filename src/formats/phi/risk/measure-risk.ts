// How far the rows of a table can be told apart: k-anonymity (Samarati and Sweeney 1998), l-diversity (Machanavajjhala et al. 2007) and
// the re-identification risks of El Emam and Dankar (2008). Rows are named by position only, values never leave.
import type { TableSource } from '../../csv/table-source.ts'
import { type Closeness, measureCloseness } from './closeness.ts'
import { measurePresence, type Presence } from './presence.ts'
import { countClasses, groupRows, type RowClass, round } from './row-class.ts'
import { adviseSuppression, type SuppressionAdvice } from './suppression.ts'

export interface RiskSettings {
  /** Columns that an outsider may know. */
  readonly quasiIdentifiers: readonly string[]
  /** Columns that an outsider wants to learn. */
  readonly sensitive: readonly string[]
  /** Rows that a class should have at least. */
  readonly k: number
  /** Most that a class should differ from the table in its sensitive values. */
  readonly t: number
  /** Classes listed as the worst. */
  readonly maxWorst: number
}

export interface ClassSizes {
  readonly size: number
  readonly classes: number
  readonly rows: number
}

export interface Diversity {
  readonly column: string
  /** Least number of different values in a class. */
  readonly distinct: number
  /** Least exponential of a class's entropy: l of entropy l-diversity. */
  readonly entropy: number
  /** Rows in classes with a single value, which give it away without telling the rows apart. */
  readonly homogeneousRows: number
}

export interface JournalistRisk {
  readonly max: number
  readonly average: number
  /** Rows whose class the population does not have: then the population is not what the table was drawn from. */
  readonly rowsOutsidePopulation: number
}

export interface RiskReport {
  readonly rowCount: number
  /** Size of the smallest class; 0 for a table without rows. */
  readonly k: number
  readonly meetsK: boolean
  readonly rowsBelowK: number
  readonly classes: { readonly count: number; readonly averageSize: number; readonly largest: number; readonly histogram: ClassSizes[] }
  readonly uniqueRows: number
  readonly uniqueShare: number
  readonly prosecutorRisk: { readonly max: number; readonly average: number; readonly shareAboveThreshold: number }
  readonly journalistRisk: JournalistRisk | null
  readonly marketerRisk: number
  readonly lDiversity: Diversity[]
  readonly tCloseness: Closeness[]
  readonly deltaPresence: Presence | null
  readonly suppression: SuppressionAdvice
  readonly worst: { readonly size: number; readonly rows: number[] }[]
}

/** Rows listed of one class. */
const MAX_ROWS_LISTED = 100

/**
 * @param population the table from which this one was drawn, with the same quasi-identifiers: journalist risk needs it
 * @throws ProblemError `invalid_input` for a column that is not there, and what reading the rows throws
 */
export function measureRisk(table: TableSource, settings: RiskSettings, population?: TableSource): RiskReport {
  const { k, t, quasiIdentifiers, sensitive, maxWorst } = settings
  const classes = groupRows(table, quasiIdentifiers, sensitive)
  const all = [...classes.values()]
  const sizes = all.map(({ rows }) => rows.length)
  const rowCount = sizes.reduce((sum, size) => sum + size, 0)
  const share = (part: number) => (rowCount === 0 ? 0 : round(part / rowCount))
  const smallest = sizes.reduce((least, size) => Math.min(least, size), rowCount)
  const uniqueRows = sizes.filter((size) => size === 1).length
  const rowsBelowK = sizes.filter((size) => size < k).reduce((sum, size) => sum + size, 0)
  const populated = population && countClasses(population, quasiIdentifiers)
  const journalistRisk = populated && rowCount > 0 ? measureJournalist(classes, populated, rowCount) : null
  return {
    rowCount,
    k: smallest,
    meetsK: rowCount > 0 && smallest >= k,
    rowsBelowK,
    classes: {
      count: sizes.length,
      averageSize: sizes.length === 0 ? 0 : round(rowCount / sizes.length),
      largest: sizes.reduce((most, size) => Math.max(most, size), 0),
      histogram: countSizes(sizes),
    },
    uniqueRows,
    uniqueShare: share(uniqueRows),
    prosecutorRisk: { max: smallest === 0 ? 0 : round(1 / smallest), average: share(sizes.length), shareAboveThreshold: share(rowsBelowK) },
    journalistRisk,
    marketerRisk: journalistRisk?.average ?? share(sizes.length),
    lDiversity: sensitive.map((column, i) => measureDiversity(column, i, classes)),
    tCloseness: sensitive.map((column, i) => measureCloseness(column, i, all, t)),
    deltaPresence: populated ? measurePresence(classes, populated) : null,
    suppression: adviseSuppression(quasiIdentifiers, all, k),
    worst: all
      .filter(({ rows }) => rows.length < k)
      .sort((a, b) => a.rows.length - b.rows.length || a.rows[0]! - b.rows[0]!)
      .slice(0, maxWorst)
      .map(({ rows }) => ({ size: rows.length, rows: rows.slice(0, MAX_ROWS_LISTED) })),
  }
}

function countSizes(sizes: readonly number[]): ClassSizes[] {
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts.entries()].sort(([a], [b]) => a - b).map(([size, classes]) => ({ size, classes, rows: size * classes }))
}

/** Max: one over the smallest class of the population; average: the share of rows that a match of the whole table would get right. */
function measureJournalist(
  classes: ReadonlyMap<string, RowClass>,
  population: ReadonlyMap<string, number>,
  rowCount: number,
): JournalistRisk {
  let max = 0
  let matched = 0
  let outside = 0
  for (const [name, { rows }] of classes) {
    const size = population.get(name) ?? 0
    if (size < rows.length) outside += rows.length - size
    // A class that the population does not hold in full is as certain as in the table itself.
    const risk = 1 / Math.max(size, rows.length)
    max = Math.max(max, risk)
    matched += rows.length * risk
  }
  return { max: round(max), average: round(matched / rowCount), rowsOutsidePopulation: outside }
}

function measureDiversity(column: string, i: number, classes: ReadonlyMap<string, RowClass>): Diversity {
  let distinct = Number.POSITIVE_INFINITY
  let entropy = Number.POSITIVE_INFINITY
  let homogeneousRows = 0
  for (const { rows, values } of classes.values()) {
    const counts = values[i]!
    distinct = Math.min(distinct, counts.size)
    entropy = Math.min(entropy, entropyOf(counts, rows.length))
    if (counts.size === 1) homogeneousRows += rows.length
  }
  if (classes.size === 0) return { column, distinct: 0, entropy: 0, homogeneousRows: 0 }
  return { column, distinct, entropy: round(Math.exp(entropy)), homogeneousRows }
}

function entropyOf(counts: ReadonlyMap<string, number>, total: number): number {
  let entropy = 0
  for (const count of counts.values()) entropy -= (count / total) * Math.log(count / total)
  return entropy
}

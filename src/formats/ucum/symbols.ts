// The symbols of UCUM: atoms, and metric atoms behind a prefix, by their code or by the code for systems without lower case.
import { type PrefixRow, readUcumDefinitions, type UnitRow } from './read-essence.ts'

export interface UnitSymbol {
  /** The case sensitive code. */
  readonly code: string
  readonly prefix: PrefixRow | undefined
  readonly unit: UnitRow
}

export interface SymbolTable {
  readonly version: string
  readonly units: readonly UnitRow[]
  readonly prefixes: readonly PrefixRow[]
  /** Every atom, and every prefix before every metric atom. */
  readonly byCode: ReadonlyMap<string, UnitSymbol>
  readonly byUpperCode: ReadonlyMap<string, UnitSymbol>
  /** An atom that takes no prefix, by what a prefix before it would look like, such as `m[degF]`. */
  readonly nonMetric: ReadonlySet<string>
}

let table: SymbolTable | undefined

/** Made at first use and kept: some 3,000 symbols. */
export function symbolTable(): SymbolTable {
  table ??= makeTable()
  return table
}

function makeTable(): SymbolTable {
  const { version, prefixes, units } = readUcumDefinitions()
  const byCode = new Map<string, UnitSymbol>()
  const byUpperCode = new Map<string, UnitSymbol>()
  const nonMetric = new Set<string>()
  // The table has two codes for liter and for the international unit; of those the later is the usual one.
  for (const prefix of prefixes) {
    for (const unit of units) {
      const code = prefix.code + unit.code
      if (unit.metric) {
        const symbol = { code, prefix, unit }
        byCode.set(code, symbol)
        byUpperCode.set(prefix.upperCode + unit.upperCode, symbol)
      } else nonMetric.add(code)
    }
  }
  // Atoms come last: no prefixed symbol hides one.
  for (const unit of units) {
    const symbol = { code: unit.code, prefix: undefined, unit }
    byCode.set(unit.code, symbol)
    byUpperCode.set(unit.upperCode, symbol)
  }
  return { version, units, prefixes, byCode, byUpperCode, nonMetric }
}

// What the journal of counts holds and the database does not have yet, added up so that folding it in takes few steps.
import type { Charge, CredentialOwner, UsageRow } from '../../../access/store.ts'
import type { Counts } from './counts-record.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export class UnfoldedCounts {
  readonly #rows = new Map<string, Mutable<UsageRow>>()
  readonly #charges = new Map<string, Mutable<Charge>[]>()
  readonly #owners = new Map<string, CredentialOwner>()
  #last = 0

  /** The number of the last record that is in it. */
  get last(): number {
    return this.#last
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0 && this.#charges.size === 0 && this.#owners.size === 0
  }

  /** In the order in which they were counted. */
  chargesOf(keyId: string): readonly Charge[] {
    return this.#charges.get(keyId) ?? []
  }

  /** @param sequence the number that the journal gave them */
  add({ rows, charges, owners }: Counts, sequence: number): void {
    this.#last = sequence
    for (const row of rows) this.#addRow(row)
    for (const charge of charges) this.#addCharge(charge)
    for (const owner of owners) this.#owners.set(owner.credentialId, owner)
  }

  /** All of it, and what comes with it. */
  with(more?: Counts): Counts {
    return {
      rows: [...this.#rows.values(), ...(more?.rows ?? [])],
      charges: [...[...this.#charges.values()].flat(), ...(more?.charges ?? [])],
      owners: [...this.#owners.values(), ...(more?.owners ?? [])],
    }
  }

  #addRow(row: UsageRow): void {
    const name = `${row.day} ${row.tool} ${row.keyId}`
    const sum = this.#rows.get(name)
    if (!sum) {
      this.#rows.set(name, { ...row })
      return
    }
    sum.requests += row.requests
    sum.units += row.units
    sum.bytesIn += row.bytesIn
    sum.bytesOut += row.bytesOut
    sum.errors += row.errors
    sum.ms += row.ms
  }

  #addCharge(charge: Charge): void {
    const charges = this.#charges.get(charge.keyId)
    const last = charges?.at(-1)
    // Units that are given back end at zero: they are no sum with those before.
    if (last && last.day === charge.day && last.units >= 0 && charge.units >= 0) {
      last.units += charge.units
      last.bytes += charge.bytes
    } else if (charges) charges.push({ ...charge })
    else this.#charges.set(charge.keyId, [{ ...charge }])
  }
}

// Cuts a batch that goes to the store as it comes into shares that several workers can take.
import { PART_BYTES, PART_ITEMS } from '../jobs/divide-batch.ts'
import type { JobIntake } from '../jobs/job-intake.ts'
import type { StoredGroup, StoredWork } from '../jobs/stored-part.ts'
import { groupItems } from './batch-task.ts'

export interface StoredShare {
  readonly groups: readonly StoredGroup[]
  /** Of its items, where they are known. */
  readonly ids?: readonly (string | undefined)[] | undefined
}

/** Items of one share after the other, whose bytes an intake gets. */
export class ShareCutter<T> {
  readonly shares: StoredShare[] = []
  total = 0
  readonly #intake: JobIntake
  readonly #bytesOf: (item: T) => number
  readonly #compose: (items: readonly T[]) => StoredShare
  readonly #isOne: boolean
  #items: T[] = []
  #bytes = 0

  /** @param isOne whether all items have to be one share, as those of an archive */
  constructor(intake: JobIntake, bytesOf: (item: T) => number, compose: (items: readonly T[]) => StoredShare, isOne: boolean) {
    this.#intake = intake
    this.#bytesOf = bytesOf
    this.#compose = compose
    this.#isOne = isOne
  }

  /** @param item whose bytes the intake has */
  add(item: T): void {
    const bytes = this.#bytesOf(item)
    this.total++
    this.#items.push(item)
    this.#bytes += bytes
    // How long the next item will be is not known: most are about as long as the one before.
    if (this.#isOne) return
    if (this.#bytes + bytes > PART_BYTES || this.#items.length === PART_ITEMS) this.endShare()
  }

  endShare(): void {
    if (this.#items.length === 0) return
    this.#intake.endPart()
    this.shares.push(this.#compose(this.#items))
    this.#items = []
    this.#bytes = 0
  }
}

/** Items in groups as long as those of other batches. */
export function storedGroups<T>(items: readonly T[], bytesOf: (item: T) => number, compose: (group: T[]) => StoredGroup): StoredGroup[] {
  return [...groupItems(items, bytesOf)].map(compose)
}

/** The parts of a job. An archive is one. */
export function partsOfShares(
  total: number,
  shares: readonly StoredShare[],
  options: Readonly<Record<string, unknown>>,
  wantsZip: boolean,
): StoredWork {
  let firstIndex = 0
  // A batch without items has a part, too, whose answer is empty.
  const parts = (shares.length > 0 ? shares : [{ groups: [] }]).map((each) => {
    const share = { ...each, total, options, wantsZip, firstIndex }
    firstIndex += each.groups.reduce((sum, { items }) => sum + items.length, 0)
    return { kind: 'share', share } as const
  })
  return { parts, isList: !wantsZip }
}

// Sums that must balance: of a remittance (835), of the lines of claims (837), of a premium payment (820).
import { type Amount, minus, plus, readAmount, writeAmount } from './amount.ts'
import type { Transaction } from './envelope.ts'
import type { IssueCode } from './issue.ts'
import type { IssueCollector } from './issue-collector.ts'
import { kindOf } from './segment-ids.ts'
import type { ElementCursor } from './segment-range.ts'

/** How many sums of a transaction set were compared, and how many of them differ. */
export interface Balance {
  readonly sums: number
  readonly differences: number
}

/** @returns undefined for transaction sets without sums: others than 820, 835 and 837 */
export function checkSums(transaction: Transaction, issues: IssueCollector): Balance | undefined {
  const checker = new SumChecker(transaction, issues)
  if (transaction.type === '835') checker.checkRemittance()
  else if (transaction.type === '837') checker.checkClaims()
  else if (transaction.type === '820') checker.checkPremium()
  else return undefined
  return checker.sums === 0 ? NO_SUMS : { sums: checker.sums, differences: checker.differences }
}

const NO_SUMS: Balance = { sums: 0, differences: 0 }

const [ADX, BPR, CAS, CLM, CLP, HL, PLB, RMR, SV1, SV2, SV3, SVC] = 'ADX BPR CAS CLM CLP HL PLB RMR SV1 SV2 SV3 SVC'.split(' ').map(kindOf)

/** Undefined once one of its amounts is none. */
type Sum = Amount | undefined

/** A claim of a remittance, or one of its services. */
interface Charge {
  readonly place: number
  readonly charged: Sum
  readonly paid: Sum
  /** Of itself. */
  adjusted: Sum
}

/** No place. */
const NONE = -1

class SumChecker {
  sums = 0
  differences = 0
  readonly #transaction: Transaction
  readonly #issues: IssueCollector
  readonly #cursor: ElementCursor

  constructor(transaction: Transaction, issues: IssueCollector) {
    this.#transaction = transaction
    this.#issues = issues
    this.#cursor = transaction.range.cursor()
  }

  /** X12.835 balancing: service, claim, and payment. */
  checkRemittance(): void {
    const { range } = this.#transaction
    const services: Charge[] = []
    let claim: Charge | undefined
    let payment = NONE
    let paid: Sum = 0
    let provider: Sum = 0
    for (let place = 0; place < range.length; place++) {
      switch (range.kindAt(place)) {
        case CLP:
          if (claim) this.#checkClaim(claim, services)
          services.length = 0
          claim = this.#charge(place, 3)
          paid = add(paid, claim.paid)
          break
        case SVC:
          if (claim) services.push(this.#charge(place, 2))
          break
        case CAS:
          if (claim) this.#adjust(services.at(-1) ?? claim, place)
          break
        case PLB:
          provider = this.#addEvery(provider, place, 4, 2)
          break
        case BPR:
          if (payment === NONE) payment = place
      }
    }
    if (claim) this.#checkClaim(claim, services)
    if (payment !== NONE && paid !== undefined && provider !== undefined)
      this.#compare('payment_unbalanced', payment, 2, this.#amount(payment, 2), minus(paid, provider))
  }

  /** The charge of a claim is that of its lines. */
  checkClaims(): void {
    const { range } = this.#transaction
    let claim = NONE
    let total: Sum = 0
    let lines = 0
    const finish = () => {
      if (claim !== NONE && lines > 0 && total !== undefined) this.#compare('claim_charge_differs', claim, 2, this.#amount(claim, 2), total)
      total = 0
      lines = 0
    }
    for (let place = 0; place < range.length; place++) {
      const kind = range.kindAt(place)
      if (kind === CLM || kind === HL) {
        finish()
        claim = kind === CLM ? place : NONE
      } else if (kind === SV1 || kind === SV2 || kind === SV3) {
        lines++
        total = add(total, this.#amount(place, kind === SV2 ? 3 : 2))
      }
    }
    finish()
  }

  /** What is paid is the sum of what it is for; a set without remittances says nothing. */
  checkPremium(): void {
    const { range } = this.#transaction
    let payment = NONE
    let remitted = 0
    let total: Sum = 0
    for (let place = 0; place < range.length; place++) {
      const kind = range.kindAt(place)
      if (kind === BPR && payment === NONE) payment = place
      else if (kind === RMR) {
        remitted++
        total = add(total, this.#amount(place, 4))
      } else if (kind === ADX) total = add(total, this.#amount(place, 1))
    }
    if (payment !== NONE && remitted > 0 && total !== undefined)
      this.#compare('premium_unbalanced', payment, 2, this.#amount(payment, 2), total)
  }

  /** What is charged stands before what is paid. @param element of the charge */
  #charge(place: number, element: number): Charge {
    const charged = this.#amount(place, element)
    return { place, charged, paid: this.#amount(place, element + 1), adjusted: 0 }
  }

  #adjust(charge: Charge, place: number): void {
    charge.adjusted = this.#addEvery(charge.adjusted, place, 3, 3)
  }

  #checkClaim({ place, charged, paid, adjusted }: Charge, services: readonly Charge[]): void {
    let allAdjusted = adjusted
    let allCharged: Sum = 0
    for (const service of services) {
      allAdjusted = add(allAdjusted, service.adjusted)
      allCharged = add(allCharged, service.charged)
    }
    if (charged !== undefined && allAdjusted !== undefined) this.#compare('claim_unbalanced', place, 4, paid, minus(charged, allAdjusted))
    if (services.length > 0 && allCharged !== undefined) this.#compare('claim_charge_differs', place, 3, charged, allCharged)
    for (const service of services) {
      if (service.charged === undefined || service.adjusted === undefined) continue
      this.#compare('service_unbalanced', service.place, 3, service.paid, minus(service.charged, service.adjusted))
    }
  }

  #compare(code: IssueCode, place: number, element: number, found: Sum, expected: Amount): void {
    if (found === undefined) return
    this.sums++
    if (found === expected) return
    this.differences++
    const { path, range } = this.#transaction
    const segment = range.get(place)
    const difference = writeAmount(minus(found, expected))
    this.#issues.add(code, `${path}/${segment.id}`, segment, { element, position: place + 1, difference })
  }

  #amount(place: number, element: number): Sum {
    const cursor = this.#cursor
    return cursor.seek(place, element) ? readAmount(cursor.text, cursor.from, cursor.to) : 0
  }

  /** Amounts that recur in a segment, by the place of the first (from 1) and the distance to the next. */
  #addEvery(sum: Sum, place: number, first: number, step: number): Sum {
    let total = sum
    const cursor = this.#cursor
    for (let element = first; cursor.seek(place, element); element += step)
      total = add(total, readAmount(cursor.text, cursor.from, cursor.to))
    return total
  }
}

function add(sum: Sum, amount: Sum): Sum {
  return sum === undefined || amount === undefined ? undefined : plus(sum, amount)
}

// Sums that must balance: of a remittance (835), of the lines of claims (837), of a premium payment (820).
import { type Amount, minus, plus, readAmount, writeAmount } from './amount.ts'
import type { Transaction } from './envelope.ts'
import type { IssueCode } from './issue.ts'
import type { IssueCollector } from './issue-collector.ts'
import { kindOf } from './segment-ids.ts'
import type { ElementCursor } from './segment-range.ts'

export function checkSums(transaction: Transaction, issues: IssueCollector): void {
  const checker = new SumChecker(transaction, issues)
  if (transaction.type === '835') checker.checkRemittance()
  else if (transaction.type === '837') checker.checkClaims()
  else if (transaction.type === '820') checker.checkPremium()
}

const [ADX, BPR, CAS, CLM, CLP, HL, PLB, RMR, SV1, SV2, SV3, SVC] = 'ADX BPR CAS CLM CLP HL PLB RMR SV1 SV2 SV3 SVC'.split(' ').map(kindOf)

/** Undefined once one of its amounts is none. */
type Sum = Amount | undefined

/** Of the claim at hand of a remittance. */
interface Claim {
  /** Places of the claim and of its services. */
  place: number
  readonly services: number[]
  /** Adjustments of the claim itself, and of each service. */
  own: Sum
  readonly adjustments: Sum[]
}

/** No place. */
const NONE = -1

class SumChecker {
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
    const claim: Claim = { place: NONE, services: [], own: 0, adjustments: [] }
    let payment = NONE
    let paid: Sum = 0
    let provider: Sum = 0
    for (let place = 0; place < range.length; place++) {
      switch (range.kindAt(place)) {
        case CLP:
          this.#checkClaim(claim)
          claim.place = place
          claim.own = 0
          paid = add(paid, this.#amount(place, 4))
          break
        case SVC:
          if (claim.place === NONE) break
          claim.services.push(place)
          claim.adjustments.push(0)
          break
        case CAS:
          if (claim.place !== NONE) this.#adjust(claim, place)
          break
        case PLB:
          provider = this.#addEvery(provider, place, 4, 2)
          break
        case BPR:
          if (payment === NONE) payment = place
      }
    }
    this.#checkClaim(claim)
    if (payment !== NONE && paid !== undefined && provider !== undefined) this.#compare('payment_unbalanced', payment, 2, minus(paid, provider))
  }

  /** The charge of a claim is that of its lines. */
  checkClaims(): void {
    const { range } = this.#transaction
    let claim = NONE
    let total: Sum = 0
    let lines = 0
    const finish = () => {
      if (claim !== NONE && lines > 0 && total !== undefined) this.#compare('claim_charge_differs', claim, 2, total)
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
    if (payment !== NONE && remitted > 0 && total !== undefined) this.#compare('premium_unbalanced', payment, 2, total)
  }

  /** Of the last service, else of the claim itself. */
  #adjust(claim: Claim, place: number): void {
    const { adjustments } = claim
    const last = adjustments.length - 1
    if (last < 0) claim.own = this.#addEvery(claim.own, place, 3, 3)
    else adjustments[last] = this.#addEvery(adjustments[last], place, 3, 3)
  }

  /** Checks the claim, and takes its services out. */
  #checkClaim({ place, services, own, adjustments }: Claim): void {
    if (place === NONE) return
    let all = own
    let charged: Sum = 0
    for (let i = 0; i < services.length; i++) {
      all = add(all, adjustments[i])
      charged = add(charged, this.#amount(services[i]!, 2))
    }
    const total = this.#amount(place, 3)
    if (total !== undefined && all !== undefined) this.#compare('claim_unbalanced', place, 4, minus(total, all))
    if (services.length > 0 && charged !== undefined) this.#compare('claim_charge_differs', place, 3, charged)
    for (let i = 0; i < services.length; i++) {
      const charge = this.#amount(services[i]!, 2)
      const adjusted = adjustments[i]
      if (charge !== undefined && adjusted !== undefined) this.#compare('service_unbalanced', services[i]!, 3, minus(charge, adjusted))
    }
    services.length = 0
    adjustments.length = 0
  }

  #compare(code: IssueCode, place: number, element: number, expected: Amount): void {
    const found = this.#amount(place, element)
    if (found === undefined || found === expected) return
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

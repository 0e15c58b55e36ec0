// Sums that must balance: of a remittance (835), of the lines of claims (837), of a premium payment (820).
import { type Amount, minus, plus, readAmount, writeAmount } from './amount.ts'
import type { Transaction } from './envelope.ts'
import type { IssueCode } from './issue.ts'
import type { IssueCollector } from './issue-collector.ts'
import type { Segment } from './segment.ts'

export function checkSums(transaction: Transaction, issues: IssueCollector): void {
  const checker = new SumChecker(transaction, issues)
  if (transaction.type === '835') checker.checkRemittance()
  else if (transaction.type === '837') checker.checkClaims()
  else if (transaction.type === '820') checker.checkPremium()
}

interface Placed {
  readonly segment: Segment
  readonly position: number
}

/** Undefined once one of its amounts is none. */
type Sum = Amount | undefined

interface Service extends Placed {
  adjustments: Sum
}

interface Claim extends Placed {
  readonly services: Service[]
  adjustments: Sum
}

class SumChecker {
  private readonly transaction: Transaction
  private readonly issues: IssueCollector

  constructor(transaction: Transaction, issues: IssueCollector) {
    this.transaction = transaction
    this.issues = issues
  }

  /** X12.835 balancing: service, claim, and payment. */
  checkRemittance(): void {
    const { segments } = this.transaction
    let payment: Placed | undefined
    let claim: Claim | undefined
    let paid: Sum = 0
    let provider: Sum = 0
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]!
      switch (segment.id) {
        case 'CLP':
          if (claim) this.checkClaim(claim)
          claim = { segment, position: i + 1, services: [], adjustments: 0 }
          paid = add(paid, readAmount(segment.at(4)))
          break
        case 'SVC':
          claim?.services.push({ segment, position: i + 1, adjustments: 0 })
          break
        case 'CAS':
          if (claim) {
            const holder: Service | Claim = claim.services.at(-1) ?? claim
            holder.adjustments = addEvery(holder.adjustments, segment, 3, 3)
          }
          break
        case 'PLB':
          provider = addEvery(provider, segment, 4, 2)
          break
        case 'BPR':
          payment ??= { segment, position: i + 1 }
      }
    }
    if (claim) this.checkClaim(claim)
    if (payment && paid !== undefined && provider !== undefined) this.compare('payment_unbalanced', payment, 2, minus(paid, provider))
  }

  /** The charge of a claim is that of its lines. */
  checkClaims(): void {
    let claim: Placed | undefined
    let total: Sum = 0
    let lines = 0
    const finish = () => {
      if (claim && lines > 0 && total !== undefined) this.compare('claim_charge_differs', claim, 2, total)
      total = 0
      lines = 0
    }
    const { segments } = this.transaction
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]!
      const { id } = segment
      if (id === 'CLM' || id === 'HL') {
        finish()
        claim = id === 'CLM' ? { segment, position: i + 1 } : undefined
      } else if (id === 'SV1' || id === 'SV2' || id === 'SV3') {
        lines++
        total = add(total, readAmount(segment.at(id === 'SV2' ? 3 : 2)))
      }
    }
    finish()
  }

  /** What is paid is the sum of what it is for; a set without remittances says nothing. */
  checkPremium(): void {
    const { segments } = this.transaction
    const payment = segments.findIndex(({ id }) => id === 'BPR')
    let remitted = 0
    let total: Sum = 0
    for (const segment of segments) {
      if (segment.id === 'RMR') remitted++
      if (segment.id === 'RMR' || segment.id === 'ADX') total = add(total, readAmount(segment.at(segment.id === 'RMR' ? 4 : 1)))
    }
    if (payment >= 0 && remitted > 0 && total !== undefined)
      this.compare('premium_unbalanced', { segment: segments[payment]!, position: payment + 1 }, 2, total)
  }

  private checkClaim(claim: Claim): void {
    let all = claim.adjustments
    let charged: Sum = 0
    for (const { segment, adjustments } of claim.services) {
      all = add(all, adjustments)
      charged = add(charged, readAmount(segment.at(2)))
    }
    const total = readAmount(claim.segment.at(3))
    if (total !== undefined && all !== undefined) this.compare('claim_unbalanced', claim, 4, minus(total, all))
    if (claim.services.length > 0 && charged !== undefined) this.compare('claim_charge_differs', claim, 3, charged)
    for (const service of claim.services) {
      const own = readAmount(service.segment.at(2))
      if (own !== undefined && service.adjustments !== undefined)
        this.compare('service_unbalanced', service, 3, minus(own, service.adjustments))
    }
  }

  private compare(code: IssueCode, { segment, position }: Placed, element: number, expected: Amount): void {
    const found = readAmount(segment.at(element))
    if (found === undefined || found === expected) return
    const path = `${this.transaction.path}/${segment.id}`
    this.issues.add(code, path, segment, { element, position, difference: writeAmount(minus(found, expected)) })
  }
}

function add(sum: Sum, amount: Sum): Sum {
  return sum === undefined || amount === undefined ? undefined : plus(sum, amount)
}

/** Nearly every segment has fewer elements: they are read without dividing it. */
const FEW = 20

/** Amounts that recur in a segment, by the place of the first (from 1) and the distance to the next. */
function addEvery(sum: Sum, segment: Segment, first: number, step: number): Sum {
  let total = sum
  for (let position = first; ; position += step) {
    const text = position < FEW ? segment.at(position) : segment.elements[position - 1]
    if (text === undefined) return total
    total = add(total, readAmount(text))
  }
}

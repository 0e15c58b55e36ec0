// Checks within a transaction set: identifiers of segments, levels (HL), and the sums of remittances and claims.

import { readAmount, writeAmount } from './amount.ts'
import { checkGuide } from './check-guide.ts'
import { checkValues } from './check-values.ts'
import type { IssueCollector, Transaction } from './envelope.ts'
import { guideOf } from './guides.ts'
import type { IssueCode } from './issue.ts'
import { MOST_LEVELS, placeLoops } from './loops.ts'
import type { Segment } from './read-segments.ts'

export function checkTransaction(transaction: Transaction, issues: IssueCollector): void {
  checkSegments(transaction, issues)
  checkValues(transaction, issues)
  const guide = guideOf(transaction.type, transaction.guide)
  if (guide) checkGuide(transaction, placeLoops(transaction, guide), issues)
  const sums = new SumChecker(transaction, issues)
  if (transaction.type === '835') sums.checkRemittance()
  else if (transaction.type === '837') sums.checkClaims()
  else if (transaction.type === '820') sums.checkPremium()
}

function checkSegments({ path, segments }: Transaction, issues: IssueCollector): void {
  const levels = new Map<string, number>()
  let number = 0
  for (const [i, segment] of segments.entries()) {
    const place = { position: i + 1 }
    if (!/^[A-Z][A-Z0-9]{1,2}$/.test(segment.id)) issues.add('segment_unrecognized', path, segment, place)
    if (segment.isCut) issues.add('binary_length_wrong', path, segment, place)
    if (segment.id !== 'HL') continue
    number++
    const [own = '', parent = ''] = segment.elements
    if (own !== String(number)) issues.add('hl_number_wrong', `${path}/HL`, segment, { ...place, element: 1 })
    if (parent !== '' && !levels.has(parent)) issues.add('hl_parent_unknown', `${path}/HL`, segment, { ...place, element: 2 })
    const depth = (levels.get(parent) ?? 0) + 1
    if (depth > MOST_LEVELS) issues.add('hl_too_deep', `${path}/HL`, segment, place)
    levels.set(own, depth)
  }
}

interface Placed {
  readonly segment: Segment
  readonly position: number
}

interface Claim extends Placed {
  readonly services: (Placed & { adjustments: bigint | undefined })[]
  adjustments: bigint | undefined
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
    const claims = this.claims()
    for (const claim of claims) this.checkClaim(claim)
    const payment = this.find('BPR')
    const paid = sum(claims.map(({ segment }) => readAmount(segment.elements[3])))
    const provider = sum(this.all('PLB').flatMap(({ segment }) => every(segment, 3, 2)))
    if (payment && paid !== undefined && provider !== undefined)
      this.compare('payment_unbalanced', payment, 2, readAmount(payment.segment.elements[1]), paid - provider)
  }

  /** The charge of a claim is that of its lines. */
  checkClaims(): void {
    let claim: Placed | undefined
    let lines: (bigint | undefined)[] = []
    const finish = () => {
      const total = sum(lines)
      if (claim && lines.length > 0 && total !== undefined)
        this.compare('claim_charge_differs', claim, 2, readAmount(claim.segment.elements[1]), total)
      lines = []
    }
    for (const [i, segment] of this.transaction.segments.entries()) {
      if (segment.id === 'CLM' || segment.id === 'HL') {
        finish()
        claim = segment.id === 'CLM' ? { segment, position: i + 1 } : undefined
      } else if (segment.id === 'SV1' || segment.id === 'SV3') lines.push(readAmount(segment.elements[1]))
      else if (segment.id === 'SV2') lines.push(readAmount(segment.elements[2]))
    }
    finish()
  }

  /** What is paid is the sum of what it is for; a set without remittances says nothing. */
  checkPremium(): void {
    const payment = this.find('BPR')
    const remitted = this.all('RMR')
    const total = sum([
      ...remitted.map(({ segment }) => readAmount(segment.elements[3])),
      ...this.all('ADX').map(({ segment }) => readAmount(segment.elements[0])),
    ])
    if (payment && remitted.length > 0 && total !== undefined)
      this.compare('premium_unbalanced', payment, 2, readAmount(payment.segment.elements[1]), total)
  }

  private claims(): Claim[] {
    const claims: Claim[] = []
    for (const [i, segment] of this.transaction.segments.entries()) {
      const claim = claims.at(-1)
      const place = { segment, position: i + 1 }
      if (segment.id === 'CLP') claims.push({ ...place, services: [], adjustments: 0n })
      else if (segment.id === 'SVC') claim?.services.push({ ...place, adjustments: 0n })
      else if (segment.id === 'CAS' && claim) {
        const holder = claim.services.at(-1) ?? claim
        holder.adjustments = sum([holder.adjustments, ...every(segment, 2, 3)])
      }
    }
    return claims
  }

  private checkClaim(claim: Claim): void {
    const [, , charge, paid] = claim.segment.elements
    const all = sum([claim.adjustments, ...claim.services.map(({ adjustments }) => adjustments)])
    const [total, payment] = [readAmount(charge), readAmount(paid)]
    if (total !== undefined && all !== undefined) this.compare('claim_unbalanced', claim, 4, payment, total - all)
    const services = sum(claim.services.map(({ segment }) => readAmount(segment.elements[1])))
    if (claim.services.length > 0 && services !== undefined) this.compare('claim_charge_differs', claim, 3, total, services)
    for (const service of claim.services) {
      const [own, received] = [readAmount(service.segment.elements[1]), readAmount(service.segment.elements[2])]
      if (own !== undefined && service.adjustments !== undefined)
        this.compare('service_unbalanced', service, 3, received, own - service.adjustments)
    }
  }

  private compare(code: IssueCode, { segment, position }: Placed, element: number, found: bigint | undefined, expected: bigint): void {
    if (found === undefined || found === expected) return
    const path = `${this.transaction.path}/${segment.id}`
    this.issues.add(code, path, segment, { element, position, difference: writeAmount(found - expected) })
  }

  private all(id: string): Placed[] {
    return this.transaction.segments.flatMap((segment, i) => (segment.id === id ? [{ segment, position: i + 1 }] : []))
  }

  private find(id: string): Placed | undefined {
    return this.all(id)[0]
  }
}

/** Amounts that recur in a segment, by the place of the first (from 0) and the distance to the next. */
function every({ elements }: Segment, first: number, step: number): (bigint | undefined)[] {
  const found: (bigint | undefined)[] = []
  for (let i = first; i < elements.length; i += step) found.push(readAmount(elements[i]))
  return found
}

/** Undefined where one of them is no amount. */
function sum(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  let total = 0n
  for (const amount of amounts) {
    if (amount === undefined) return undefined
    total += amount
  }
  return total
}

// Transaction sets as a table: a service line, a member, a benefit or a status each row, with what its claim and payment say. Amounts and codes
// are given as they stand.
import type { Delimiters } from './delimiters.ts'
import type { Interchange, Transaction } from './envelope.ts'
import type { Segment } from './segment.ts'

export type X12Row = Readonly<Record<string, string>>

/** Columns of every row, before those of its transaction set. */
const HEAD = ['transaction', 'control', 'position'] as const

const CLAIM = 'claim,payerClaim,status,charge,paid,patientPays,patientId,patientName'
const COLUMNS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '271': 'level,memberId,memberName,benefit,coverage,serviceTypes,insurance,plan,period,amount,percent,quantity,inNetwork,messages',
    '277': 'level,personId,personName,trace,category,code,entity,date,charge,paid,line',
    '834': 'member,relationship,maintenance,reason,status,subscriberId,personId,name,born,gender,coverages,coverageBegins,coverageEnds',
    '835': `payment,paymentDate,payer,payee,${CLAIM},line,procedure,modifiers,lineCharge,linePaid,units,date,adjustments,claimAdjustments,remarks`,
    '837':
      'claim,charge,place,subscriberId,subscriberName,patientName,provider,providerId,diagnoses,line,procedure,modifiers,lineCharge,units,revenue,date',
  }).map(([type, names]) => [type, names.split(',')] as const),
)

export function columnsOf(types: Iterable<string>): string[] {
  return [...new Set([...HEAD, ...[...types].flatMap((type) => COLUMNS.get(type) ?? [])])]
}

/** Rows of 271, 277, 834, 835 and 837; none of other transaction sets. */
export function rowsOf(transaction: Transaction, { delimiters }: Interchange): X12Row[] {
  const reader = new RowReader(transaction, delimiters)
  let position = 0
  for (const segment of transaction.range) reader.take(segment, ++position)
  return reader.finish()
}

type Facts = Record<string, string>

class RowReader {
  readonly #transaction: Transaction
  readonly #delimiters: Delimiters
  readonly #rows: Facts[] = []
  /** What holds until the next level, claim or line of the same kind. */
  readonly #set: Facts = {}
  #level: Facts = {}
  #levels = new Map<string, Facts>()
  #claim: Facts = {}
  #row: Facts | undefined
  #hasLine = false

  constructor(transaction: Transaction, delimiters: Delimiters) {
    this.#transaction = transaction
    this.#delimiters = delimiters
  }

  take(segment: Segment, position: number): void {
    if (segment.id === 'HL') this.#openLevel(segment)
    const { type } = this.#transaction
    if (type === '271') this.#takeBenefit(segment, position)
    else if (type === '277') this.#takeStatus(segment, position)
    else if (type === '834') this.#takeMember(segment, position)
    else if (type === '835') this.#takePayment(segment, position)
    else if (type === '837') this.#takeClaim(segment, position)
  }

  finish(): X12Row[] {
    this.#closeClaim()
    const { type, control } = this.#transaction
    const names = COLUMNS.get(type) ?? []
    return this.#rows.map((row) => {
      const shown: Facts = { transaction: type, control, position: row.position ?? '' }
      for (const name of names) shown[name] = row[name] ?? ''
      return shown
    })
  }

  #openLevel({ elements }: Segment): void {
    const [own = '', parent = '', code = ''] = elements
    this.#closeClaim()
    this.#level = { ...(this.#levels.get(parent) ?? {}), level: code }
    this.#levels.set(own, this.#level)
    this.#row = undefined
  }

  #open(facts: Facts, position: number): Facts {
    this.#row = { ...this.#set, ...this.#level, ...this.#claim, ...facts, position: String(position) }
    this.#rows.push(this.#row)
    return this.#row
  }

  /** A claim without lines is a row of its own. */
  #closeClaim(): void {
    if (this.#claim.position !== undefined && !this.#hasLine) this.#open(this.#claim, Number(this.#claim.position))
    this.#claim = {}
    this.#hasLine = false
    this.#row = undefined
  }

  #startClaim(facts: Facts, position: number): void {
    this.#closeClaim()
    this.#claim = { ...facts, position: String(position) }
  }

  #takeBenefit({ id, elements: e }: Segment, position: number): void {
    if (id === 'NM1' && (e[0] === 'IL' || e[0] === '03')) {
      this.#level.memberId = e[8] || this.#level.memberId || ''
      this.#level.memberName = nameOf(e)
    } else if (id === 'EB') {
      const [
        benefit = '',
        coverage = '',
        serviceTypes = '',
        insurance = '',
        plan = '',
        period = '',
        amount = '',
        percent = '',
        ,
        quantity = '',
      ] = e
      this.#open({ benefit, coverage, serviceTypes, insurance, plan, period, amount, percent, quantity, inNetwork: e[11] ?? '' }, position)
    } else if (id === 'MSG' && this.#row) append(this.#row, 'messages', e[0])
  }

  #takeStatus({ id, elements: e }: Segment, position: number): void {
    if (id === 'NM1' && ['41', '1P', 'IL', 'QC', 'PR'].includes(e[0] ?? '')) {
      this.#level.personId = e[8] ?? ''
      this.#level.personName = nameOf(e)
      this.#claim = {}
    } else if (id === 'TRN') this.#claim = { trace: e[1] ?? '' }
    else if (id === 'SVC') this.#claim = { ...this.#claim, line: this.#part(e[0], 2) }
    else if (id === 'STC') {
      const [category, code, entity] = [1, 2, 3].map((part) => this.#part(e[0], part))
      this.#open({ category: category!, code: code!, entity: entity!, date: e[1] ?? '', charge: e[3] ?? '', paid: e[4] ?? '' }, position)
    }
  }

  #takeMember({ id, elements: e }: Segment, position: number): void {
    if (id === 'INS')
      this.#open(
        { member: e[0] ?? '', relationship: e[1] ?? '', maintenance: e[2] ?? '', reason: e[3] ?? '', status: e[4] ?? '' },
        position,
      )
    const row = this.#row
    if (!row) return
    if (id === 'REF' && e[0] === '0F') row.subscriberId = e[1] ?? ''
    else if (id === 'NM1' && (e[0] === 'IL' || e[0] === '74')) Object.assign(row, { personId: e[8] ?? '', name: nameOf(e) })
    else if (id === 'DMG' && row.born === undefined) Object.assign(row, { born: e[1] ?? '', gender: e[2] ?? '' })
    else if (id === 'HD') append(row, 'coverages', [e[2], e[3], e[4]].filter(Boolean).join(' '))
    else if (id === 'DTP' && (e[0] === '348' || e[0] === '349')) append(row, e[0] === '348' ? 'coverageBegins' : 'coverageEnds', e[2])
  }

  #takePayment({ id, elements: e }: Segment, position: number): void {
    if (id === 'BPR') Object.assign(this.#set, { payment: e[1] ?? '', paymentDate: e[15] ?? '' })
    else if (id === 'N1' && (e[0] === 'PR' || e[0] === 'PE')) this.#set[e[0] === 'PR' ? 'payer' : 'payee'] = e[1] ?? ''
    else if (id === 'CLP') {
      const [claim = '', status = '', charge = '', paid = '', patientPays = '', , payerClaim = ''] = e
      this.#startClaim({ claim, status, charge, paid, patientPays, payerClaim }, position)
    } else if (id === 'NM1' && e[0] === 'QC') Object.assign(this.#claim, { patientId: e[8] ?? '', patientName: nameOf(e) })
    else if (id === 'SVC') {
      this.#hasLine = true
      this.#open({ ...this.#procedure(e[0]), lineCharge: e[1] ?? '', linePaid: e[2] ?? '', units: e[4] ?? '' }, position)
    } else if (id === 'CAS') this.#addAdjustments(e)
    else if (id === 'LX' || id === 'PLB') this.#closeClaim()
    else if (this.#row && id === 'DTM' && ['472', '150'].includes(e[0] ?? '')) this.#row.date = e[1] ?? ''
    else if (this.#row && id === 'REF' && e[0] === '6R') this.#row.line = e[1] ?? ''
    else if (this.#row && id === 'LQ') append(this.#row, 'remarks', e[1])
  }

  /** `CO-45:10`: group, reason and amount of each. */
  #addAdjustments(e: readonly string[]): void {
    const target = this.#row ?? this.#claim
    for (let i = 1; i < e.length; i += 3)
      if (e[i]) append(target, this.#row ? 'adjustments' : 'claimAdjustments', `${e[0]}-${e[i]}:${e[i + 1] ?? ''}`)
  }

  #takeClaim({ id, elements: e }: Segment, position: number): void {
    if (id === 'NM1' && e[0] === '85') Object.assign(this.#level, { provider: nameOf(e), providerId: e[8] ?? '' })
    else if (id === 'NM1' && e[0] === 'IL' && this.#claim.position === undefined)
      Object.assign(this.#level, { subscriberId: e[8] ?? '', subscriberName: nameOf(e) })
    else if (id === 'NM1' && e[0] === 'QC') this.#level.patientName = nameOf(e)
    else if (id === 'CLM') this.#startClaim({ claim: e[0] ?? '', charge: e[1] ?? '', place: this.#part(e[4], 1) }, position)
    else if (id === 'HI') for (const code of e) append(this.#claim, 'diagnoses', this.#split(code).slice(0, 2).join(':'))
    else if (id === 'LX') {
      this.#hasLine = true
      this.#open({ line: e[0] ?? '' }, position)
    } else if (this.#row && (id === 'SV1' || id === 'SV3')) {
      Object.assign(this.#row, this.#procedure(e[0]), { lineCharge: e[1] ?? '', units: e[id === 'SV1' ? 3 : 5] ?? '' })
    } else if (this.#row && id === 'SV2') {
      Object.assign(this.#row, this.#procedure(e[1]), { revenue: e[0] ?? '', lineCharge: e[2] ?? '', units: e[4] ?? '' })
    } else if (this.#row && id === 'DTP' && e[0] === '472') this.#row.date = e[2] ?? ''
  }

  #procedure(text: string | undefined): Facts {
    const [qualifier = '', code = '', ...rest] = this.#split(text)
    return { procedure: code === '' ? qualifier : `${qualifier}:${code}`, modifiers: rest.slice(0, 4).filter(Boolean).join(' ') }
  }

  #part(text: string | undefined, part: number): string {
    return this.#split(text)[part - 1] ?? ''
  }

  #split(text = ''): string[] {
    return text.split(this.#delimiters.component)
  }
}

/** `FAMILY, GIVEN MIDDLE` of NM1. */
function nameOf([, , family = '', given = '', middle = '']: readonly string[]): string {
  const first = [given, middle].filter((part) => part !== '').join(' ')
  return first === '' ? family : `${family}, ${first}`
}

function append(row: Facts, column: string, value: string | undefined): void {
  if (value === undefined || value === '') return
  row[column] = row[column] ? `${row[column]}; ${value}` : value
}

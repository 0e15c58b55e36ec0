// Draws identifiers of each kind with right check digits from given randomness, and lists the labels behind which records put others.

export type Drawer = (random: () => number) => string

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const HEXADECIMAL = '0123456789abcdef'

const pick = (random: () => number, list: string | readonly string[]) => list[Math.floor(random() * list.length)]!
const row = (random: () => number, size: number, list = '0123456789') => Array.from({ length: size }, () => pick(random, list)).join('')
const oneOf = (random: () => number, ...list: readonly string[]) => pick(random, list)

function withLuhn(digits: string): string {
  let sum = 0
  for (const [i, digit] of [...`${digits}0`].reverse().entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return digits + String((10 - (sum % 10)) % 10)
}

function drawNhs(random: () => number): string {
  for (;;) {
    const digits = row(random, 9)
    const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (10 - i), 0)
    const check = (11 - (sum % 11)) % 11
    if (check < 10) return `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}${check}`
  }
}

const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

function vinValue(unit: string): number {
  const at = 'ABCDEFGH'.indexOf(unit) + 1 || 'JKLMN'.indexOf(unit) + 1 || 'STUVWXYZ'.indexOf(unit) + 2
  return /\d/.test(unit) ? Number(unit) : unit === 'P' ? 7 : unit === 'R' ? 9 : at
}

function drawVin(random: () => number): string {
  const units = [...row(random, 17, `${LETTERS}0123456789`)]
  const sum = units.reduce((total, unit, i) => total + vinValue(unit) * VIN_WEIGHTS[i]!, 0)
  units[8] = sum % 11 === 10 ? 'X' : String(sum % 11)
  return units.join('')
}

function drawIban(random: () => number): string {
  const account = row(random, 18)
  const rest = [...`${account}131400`].reduce((value, digit) => (value * 10 + Number(digit)) % 97, 0)
  const iban = `DE${String(98 - rest).padStart(2, '0')}${account}`
  return random() < 0.5 ? iban : iban.replace(/(.{4})/g, '$1 ').trim()
}

function drawDea(random: () => number): string {
  const digits = row(random, 6)
  const [a, b, c, d, e, f] = [...digits].map(Number) as [number, number, number, number, number, number]
  return `${pick(random, 'ABFM')}${pick(random, LETTERS)}${digits}${(a + c + e + 2 * (b + d + f)) % 10}`
}

function drawMbi(random: () => number): string {
  const letter = () => pick(random, 'ACDEFGHJKMNPQRTUVWXY')
  const either = () => (random() < 0.5 ? letter() : row(random, 1))
  const mbi = `${pick(random, '123456789')}${letter()}${either()}${row(random, 1)}${letter()}${either()}${row(random, 1)}${letter()}${letter()}${row(random, 2)}`
  return random() < 0.5 ? mbi : `${mbi.slice(0, 4)}-${mbi.slice(4, 7)}-${mbi.slice(7)}`
}

function drawSsn(random: () => number): string {
  const area = `${pick(random, '1234578')}${row(random, 2)}`
  const sign = oneOf(random, '-', ' ')
  return [area, `${pick(random, '123456789')}${row(random, 1)}`, `${pick(random, '123456789')}${row(random, 3)}`].join(sign)
}

function drawPhone(random: () => number): string {
  const [area, office, line] = [oneOf(random, '212', '312', '415', '617', '808'), oneOf(random, '555', '867', '234'), row(random, 4)]
  const forms = [
    `(${area}) ${office}-${line}`,
    ...['-', '.', ' '].map((sign) => [area, office, line].join(sign)),
    `+1 ${area} ${office} ${line}`,
    `+1-${area}-${office}-${line}`,
    `${area}/${office}-${line}`,
    `1-${area}-${office}-${line}`,
    `+44 20 7946 0${row(random, 3)}`,
    `+49 30 ${row(random, 7)}`,
  ]
  return pick(random, forms)
}

const hex = (random: () => number, size: number) => row(random, size, HEXADECIMAL)

export const IDENTIFIERS: ReadonlyMap<string, Drawer> = new Map<string, Drawer>([
  [
    'e-mail',
    (random) =>
      `${oneOf(random, 'kara', 'j.m', 'wo', 't_9', 'ann-lee', 'x.y+z')}${row(random, 2)}@${oneOf(random, 'example.org', 'mail.example.com', 'clinic.example.co.uk', 'sub-domain.example.net')}`,
  ],
  [
    'URL',
    (random) =>
      oneOf(
        random,
        `https://portal.example.org/p/${row(random, 6)}?id=${row(random, 4)}`,
        `www.example-clinic.com/u/${row(random, 5)}`,
        `http://example.net:8080/a.b/c-${hex(random, 6)}`,
        `portal.example.org/visit/${row(random, 6)}`,
      ),
  ],
  ['IPv4', (random) => Array.from({ length: 4 }, () => String(1 + Math.floor(random() * 253))).join('.')],
  [
    'IPv6',
    (random) =>
      oneOf(
        random,
        Array.from({ length: 8 }, () => hex(random, 4)).join(':'),
        `2001:db8::${hex(random, 4)}:${hex(random, 3)}`,
        `fe80::${hex(random, 4)}:${hex(random, 4)}:${hex(random, 4)}:${hex(random, 4)}`,
      ),
  ],
  [
    'MAC',
    (random) => {
      const pairs = Array.from({ length: 6 }, () => hex(random, 2))
      return oneOf(
        random,
        pairs.join(':'),
        pairs.join('-').toUpperCase(),
        `${pairs[0]}${pairs[1]}.${pairs[2]}${pairs[3]}.${pairs[4]}${pairs[5]}`,
      )
    },
  ],
  ['SSN', drawSsn],
  ['VIN', drawVin],
  ['NPI', (random) => withLuhn(`808401${row(random, 8)}`).slice(5)],
  ['DEA', drawDea],
  ['MBI', drawMbi],
  ['NHS', drawNhs],
  ['IBAN', drawIban],
  [
    'card',
    (random) => {
      const card = withLuhn(`4${row(random, 14)}`)
      return oneOf(random, card, card.replace(/(.{4})/g, '$1 ').trim(), card.replace(/(.{4})(?=.)/g, '$1-'))
    },
  ],
  ['telephone', drawPhone],
  [
    'record number',
    (random) =>
      oneOf(
        random,
        row(random, 6),
        row(random, 7),
        row(random, 8),
        `${row(random, 2)}-${row(random, 2)}-${row(random, 2)}`,
        `${row(random, 3)}-${row(random, 5)}`,
        `${pick(random, LETTERS)}${row(random, 6)}`,
        `${row(random, 2, LETTERS)}-${row(random, 6)}`,
        `00${row(random, 6)}`,
        `${row(random, 4)} ${row(random, 4)}`,
      ),
  ],
])

/** Values that only their label tells from other numbers and codes. */
export const VALUES: readonly Drawer[] = [
  (random) => row(random, 6),
  (random) => row(random, 8),
  (random) => row(random, 2, LETTERS) + row(random, 6),
  (random) => `${row(random, 3)}-${row(random, 5)}`,
  (random) => `${pick(random, LETTERS)}${row(random, 3)}-${row(random, 4)}`,
  (random) => row(random, 3, LETTERS) + row(random, 4),
]

export const LABELS: readonly string[] =
  "Account|Acct|Account number|Visit number|Visit|Encounter|Encounter ID|CSN|Policy number|Policy|Member ID|Subscriber ID|Group number|Medicaid ID|Medicare|Insurance ID|Claim number|Claim|Authorization|Auth|Badge|Case number|Case no|Docket|Study ID|Subject ID|Passport|Passport number|Driver's license|DL|License plate|License|License number|IMEI|Serial number|Serial no|Serial|Device ID|Accession|Accession number|Specimen|Order number|Rx number|Prescription number|Invoice|Tracking number|Confirmation code|Reference number|Ref|Employee ID|Student ID|Locker|Pager|Extension|Fingerprint ID|Certificate number|National ID|Tax ID|Donor ID|Sample ID|Requisition|Referral number|Incident number|Report number|Bed number|Key card|Room key|Parking permit|Library card|Membership number|Guarantor number|Payer ID|Health card|Hospital number|Unit number|Chart|Chart number|File number|Record number|Patient identifier|Patient number|Client ID|Case file|UUID|GUID|Device serial|Implant serial|Lot number|Batch number|Asset tag|Ticket|PIN|Password|Username|Voucher|Barcode|Wristband|Slide number|Pathology number|Study number|Registry ID|Trial ID|Social security|NPI|DEA|State license|Medical license|Birth certificate|Court case|Inmate number|Booking number|Run number|CAD number|Chart no|MRN".split(
    '|',
  )

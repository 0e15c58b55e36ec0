// Check digits of identifiers that identify themselves; every function takes the bare digits or letters and says whether they hold.

/** ISO/IEC 7812-1 Annex B, payment cards, NPI (with its prefix), IHI, SIN. */
export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const value = digits.charCodeAt(digits.length - 1 - i) - 48
    if (value < 0 || value > 9) return false
    const doubled = i % 2 === 1 ? value * 2 : value
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** US National Provider Identifier: Luhn over the constant 80840 and the ten digits (CMS, 45 CFR 162.406). */
export function isNpi(digits: string): boolean {
  return /^[12]\d{9}$/.test(digits) && isLuhn(`80840${digits}`)
}

/** US DEA registration: two letters and seven digits; the last is that of the odd places plus twice the even ones. */
export function isDea(text: string): boolean {
  if (!/^[A-Z][A-Z9]\d{7}$/i.test(text)) return false
  const d = [...text.slice(2)].map(Number)
  return (d[0]! + d[2]! + d[4]! + 2 * (d[1]! + d[3]! + d[5]!)) % 10 === d[6]
}

/** US Medicare Beneficiary Identifier: its places take fixed classes, S, L, O, I, B and Z stand nowhere. */
export function isMbi(text: string): boolean {
  return /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d[AC-HJKMNP-RT-Y]{2}\d{2}$/i.test(text)
}

/** NHS number (England) and CHI (Scotland): modulus 11 over weights 10 to 2. */
export function isNhsNumber(digits: string): boolean {
  if (!/^\d{10}$/.test(digits) || /^(\d)\1{9}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 9; i++) sum += (10 - i) * Number(digits[i])
  const check = (11 - (sum % 11)) % 11
  return check !== 10 && check === Number(digits[9])
}

/** CHI: an NHS number that begins with a date of birth, day first. */
export function isChi(digits: string): boolean {
  const day = Number(digits.slice(0, 2))
  const month = Number(digits.slice(2, 4))
  return isNhsNumber(digits) && day >= 1 && day <= 31 && month >= 1 && month <= 12
}

/** Australian Individual Healthcare Identifier: 16 digits from 800360. */
export function isIhi(digits: string): boolean {
  return /^800360\d{10}$/.test(digits) && isLuhn(digits)
}

const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** Vehicle identification number with the check digit of 49 CFR 565.15. */
export function isVin(text: string): boolean {
  const vin = text.toUpperCase()
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin) || !/\d/.test(vin)) return false
  let sum = 0
  for (let i = 0; i < 17; i++) sum += (VIN_VALUES.indexOf(vin[i]!) % 10) * VIN_WEIGHTS[i]!
  return vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11))
}

/** ISO 13616: the rearranged digits leave 1 when divided by 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i.test(text)) return false
  const moved = (text.slice(4) + text.slice(0, 4)).toUpperCase()
  let rest = 0
  for (const char of moved) {
    const value = char.charCodeAt(0) - (char >= 'A' ? 55 : 48)
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97
  }
  return rest === 1
}

const DIHEDRAL = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const PERMUTED = ['0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258']

/** Verhoeff's check over the dihedral group, Aadhaar. */
export function isVerhoeff(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false
  let check = 0
  for (let i = 0; i < digits.length; i++) {
    const value = Number(PERMUTED[i % 8]![Number(digits[digits.length - 1 - i])])
    check = Number(DIHEDRAL[check]![value])
  }
  return check === 0
}

/** US social security number: no area 000, 666 or 900 and up, no group 00, no serial 0000. */
export function isSsn(digits: string): boolean {
  return /^\d{9}$/.test(digits) && !/^(?:000|666|9)/.test(digits) && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000'
}

/** Spanish DNI and NIE: the letter is the number modulo 23. */
export function isDni(text: string): boolean {
  const match = /^([XYZ]?)(\d{7,8})([A-Z])$/i.exec(text)
  if (!match || match[1]!.length + match[2]!.length !== 8) return false
  const lead = 'XYZ'.indexOf(match[1]!.toUpperCase())
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number((lead > 0 ? lead : '') + match[2]!) % 23] === match[3]!.toUpperCase()
}

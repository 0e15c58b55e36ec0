// Surrogates of phone numbers and network addresses, all from ranges that are reserved for examples and reach nobody.
import { canonicalize, readPhone } from '../canonical.ts'
import { type PhiKey, pickNumber, toHex } from '../key.ts'
import { foreignPhone } from './foreign-phone.ts'
import { inventName } from './surrogate-name.ts'

/**
 * Phone numbers 555-0100 to 555-0199 are set aside for fiction (ATIS-0300115); area codes as they are in use. Of other countries only
 * those of foreign-phone.ts and the United Kingdom's drama numbers (Ofcom: 020 7946 0000–0999) are used; all others become North American.
 * @param language of the text around the number
 */
export function surrogatePhone(key: PhiKey, text: string, language?: string): string {
  const phone = readPhone(text)
  const { canonical, isNanp, digits, extension } = phone
  if (key.surrogates === 2) {
    const other = foreignPhone(key, text, phone, language)
    if (other !== undefined) return other
  }
  const digest = key.digest('phone', canonical.replace(/x\d+$/, ''))
  const last = String(pickNumber(digest, 100, 8)).padStart(2, '0')
  const area = AREA_CODES[pickNumber(digest, AREA_CODES.length)]!
  const suffix = extension === '' ? '' : ` x${String(pickNumber(key.digest('extension', canonical), 900) + 100)}`
  if (canonical.startsWith('+44')) return `+44 20 7946 0${String(pickNumber(digest, 1000)).padStart(3, '0')}${suffix}`
  if (isNanp && extension === '') return fillDigits(text, `${area}55501${last}`)
  if (digits.length === 7 && !canonical.startsWith('+') && extension === '') return fillDigits(text, `55501${last}`)
  return `${canonical.startsWith('+') && !isNanp ? '+1 ' : ''}${area}-555-01${last}${suffix}`
}

const AREA_CODES =
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 334 336 337 339 352 360 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 425 432 434 435 440 443 469 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530 540 541 559 561 563 567 570 571 573 574 580 585 586 601 602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 630 631 636 641 646 650 651 660 661 662 678 682 701 702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 727 731 732 734 740 757 760 763 765 770 772 773 774 775 781 785 786 801 802 803 804 805 806 808 810 812 813 814 815 816 817 818 828 830 831 832 843 845 847 850 856 857 858 859 860 863 864 865 901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 940 941 947 949 951 952 954 956 970 971 972 973 978 979 980 985 989'.split(
    ' ',
  )

/** The text with the last digits replaced by the given ones; digits before them (the country code) stay. */
function fillDigits(text: string, digits: string): string {
  const plain = text.normalize('NFKC')
  let skip = plain.replace(/\D/g, '').length - digits.length
  let next = 0
  return plain.replace(/\d/g, (digit) => (skip-- > 0 ? digit : digits[next++]!))
}

/** example.org is reserved (RFC 2606 §3). */
export function surrogateEmail(key: PhiKey, text: string): string {
  const digest = key.digest('email', canonicalize('email', text))
  const { given, family } = inventName(digest)
  return `${given}.${family}${pickNumber(digest, 1000, 16)}@example.org`.toLowerCase()
}

export function surrogateUrl(key: PhiKey, text: string): string {
  return `https://example.org/${toHex(key.digest('url', canonicalize('url', text))).slice(0, 12)}`
}

/** TEST-NET-1 to -3 (RFC 5737), 2001:db8::/32 (RFC 3849), and for hardware addresses 00-00-5E-00-53 (RFC 7042 §2.1.2). */
export function surrogateIp(key: PhiKey, text: string): string {
  const digest = key.digest('ip', canonicalize('ip', text))
  const mac = /^[0-9a-f]{2}([-:])(?:[0-9a-f]{2}[-:]){4}[0-9a-f]{2}$/i.exec(text.trim())
  if (mac) return ['00', '00', '5E', '00', '53', toHex(digest.subarray(0, 1)).toUpperCase()].join(mac[1])
  if (text.includes(':')) {
    const groups = toHex(digest).match(/.{4}/g)!.slice(0, 4)
    return `2001:db8::${groups.join(':')}`
  }
  const network = ['192.0.2', '198.51.100', '203.0.113'][pickNumber(digest, 3)]!
  return `${network}.${pickNumber(digest, 254, 8) + 1}`
}

// ZIP codes under 45 CFR 164.514(b)(2)(i)(B): three digits may stay where more than 20,000 people live behind them, else they become 000.

/**
 * Three-digit areas with 20,000 people or fewer by the census of 2000, 2010 or 2020 (U.S. Census Bureau, ZIP Code Tabulation Areas;
 * public domain). The union of the three lists, because a file may be judged by any of them.
 */
const RESTRICTED = new Set('036 059 063 102 202 203 204 205 369 556 692 753 772 790 821 823 830 831 878 879 884 890 893'.split(' '))

/** Where nobody lives: military mail and prefixes that are not assigned. */
const UNPOPULATED = new Set(
  (
    '000 001 002 003 004 090 091 092 093 094 095 096 097 098 099 213 269 340 343 345 348 353 419 428 429 517 518 519 529 533 536 552 568 578 579 ' +
    '589 621 632 642 643 659 663 682 694 695 696 697 698 699 702 709 715 732 742 771 817 818 819 839 848 849 854 858 861 862 866 867 868 869 876 ' +
    '886 887 888 892 896 899 909 929 962 963 964 965 966 987'
  ).split(' '),
)

export const ZIP_VINTAGE = 'zip3 2000+2010+2020'

/** Prefixes under which no letter was ever delivered, for surrogates that are nobody's. */
export const UNASSIGNED_PREFIXES = [...UNPOPULATED].filter((prefix) => !/^(?:09[0-8]|340|96[2-6]|00\d)$/.test(prefix))

/** True for five digits, with or without four more. */
export function isZipCode(text: string): boolean {
  return /^\d{5}(?:-?\d{4})?$/.test(text.trim())
}

/** The three digits that may stay; undefined for what is no ZIP code. Three digits, the result itself, give the same again. */
export function cutZipCode(text: string): string | undefined {
  const digits = text.trim()
  if (!isZipCode(digits) && !/^\d{3}$/.test(digits)) return undefined
  const prefix = digits.slice(0, 3)
  return RESTRICTED.has(prefix) || UNPOPULATED.has(prefix) ? '000' : prefix
}

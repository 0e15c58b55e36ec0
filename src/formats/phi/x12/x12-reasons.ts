// Why a value of an interchange was changed.

export const X12_REASONS = [
  'place',
  'form',
  'text',
  'known_value',
  'unknown_segment',
  'unknown_element',
  'unknown_qualifier',
  'unknown_transaction',
  'binary',
  'length',
  'rule',
] as const

/** Why a value was changed. */
export type X12Reason = (typeof X12_REASONS)[number]

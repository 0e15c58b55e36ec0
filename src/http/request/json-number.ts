// The grammar of a number in JSON (RFC 8259 §6), byte by byte, so that a number may come in pieces.

/** What was passed last. */
export type NumberState = 'minus' | 'zero' | 'whole' | 'point' | 'fraction' | 'e' | 'sign' | 'exponent'

/** The state behind the first byte of a value; undefined if it is no number. */
export function numberBegins(code: number): NumberState | undefined {
  if (code === 0x2d) return 'minus'
  if (code === 0x30) return 'zero'
  return isDigit(code) ? 'whole' : undefined
}

/** Undefined if the byte does not belong to the number. */
export function numberAfter(state: NumberState, code: number): NumberState | undefined {
  switch (state) {
    case 'minus':
      return code === 0x2d ? undefined : numberBegins(code)
    case 'zero':
      return afterWhole(code)
    case 'whole':
      return isDigit(code) ? 'whole' : afterWhole(code)
    case 'point':
      return isDigit(code) ? 'fraction' : undefined
    case 'fraction':
      return isDigit(code) ? 'fraction' : afterFraction(code)
    case 'e':
      return code === 0x2b || code === 0x2d ? 'sign' : afterSign(code)
    case 'sign':
    case 'exponent':
      return afterSign(code)
  }
}

/** Whether the number may end there. */
export function isCompleteNumber(state: NumberState): boolean {
  return state === 'zero' || state === 'whole' || state === 'fraction' || state === 'exponent'
}

function afterWhole(code: number): NumberState | undefined {
  return code === 0x2e ? 'point' : afterFraction(code)
}

function afterFraction(code: number): NumberState | undefined {
  return code === 0x65 || code === 0x45 ? 'e' : undefined
}

function afterSign(code: number): NumberState | undefined {
  return isDigit(code) ? 'exponent' : undefined
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

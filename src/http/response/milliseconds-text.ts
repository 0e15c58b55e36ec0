// The text of a duration. The engine keeps the texts of few fractions, and composes each other one anew for the head and for the log.

const FRACTIONS = Array.from({ length: 1_000 }, (_, i) => String(i / 1_000).slice(1))

/** @param milliseconds to a thousandth, as `elapsed` gives them; the text is what String gives */
export function millisecondsText(milliseconds: number): string {
  const thousandths = Math.round(milliseconds * 1_000)
  const whole = Math.floor(thousandths / 1_000)
  return `${whole}${FRACTIONS[thousandths - whole * 1_000]}`
}

// A JSON number whose text says more than its value: `1.0`, `1.2E+2`, nineteen digits, `-0`.

/** A number as it was written. FHIR gives a meaning to the digits of a decimal (R4 2.24.0.1), so that `1.0` must not become `1`. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The nearest double; for comparing roughly, never for writing. */
  get value(): number {
    return Number(this.text)
  }
}

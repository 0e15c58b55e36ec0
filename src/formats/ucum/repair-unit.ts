// Repairs a whole unit: its parts between the slashes and dots one by one, by lists, numbers, words behind a unit and letters that count.
import { COUNT_LETTERS, countUnit, partSpellings, VOLUMES } from './common-mistakes.ts'
import { foldOperators } from './fold-text.ts'
import { type Candidate, isValid, type Reason, repairPart, repairTypo } from './repair-part.ts'

/** Parts that one text may have; a longer one is no typo. */
const MAX_PARTS = 12

/** For one text: what its parts may mean is found once. */
export class UnitRepair {
  readonly #exact: UnitRepair | undefined
  readonly #parts = new Map<string, readonly Candidate[]>()

  /** @param exact looks for near spellings too, of parts in which this one found nothing */
  constructor(exact?: UnitRepair) {
    this.#exact = exact
  }

  get #withTypos(): boolean {
    return this.#exact !== undefined
  }

  #part(part: string): readonly Candidate[] {
    let candidates = this.#parts.get(part)
    if (!candidates) {
      candidates = this.#exact ? this.#exact.#part(part) : repairPart(part)
      if (candidates.length === 0 && this.#withTypos) candidates = repairTypo(part)
      this.#parts.set(part, candidates)
    }
    return candidates
  }

  /** Powers of ten with what follows them; with each its place among the codes. */
  *repairPowers(codes: readonly string[], rest: string): Generator<[number, Candidate]> {
    for (const [i, code] of codes.entries()) {
      if (rest === '') yield [i, { code, why: 'power_of_ten', confidence: 1 }]
      else {
        const folded = foldOperators(rest)
        const slash = folded.indexOf('/')
        const below = slash < 0 ? folded : folded.slice(slash + 1)
        const above = slash < 0 ? '' : folded.slice(0, slash)
        for (const candidate of this.repair(below)) {
          // Words between the power and the slash, such as cells, are counted things.
          const counted = above === '' ? [{ code: '', confidence: 1 }] : this.repair(above).filter(({ code }) => !/[./]/.test(code))
          for (const { code: unit, confidence } of counted.slice(0, 1)) {
            const number = unit === '' || unit.startsWith('{') ? code + unit : `${code}.${unit}`
            const joint = slash < 0 ? `${code}${candidate.code.startsWith('{') ? '' : '.'}` : `${number}/`
            yield [i, { code: joint + candidate.code, why: 'power_of_ten', confidence: candidate.confidence * confidence }]
          }
        }
      }
    }
  }

  /** Repairs every part; of the other candidates each part gives one text more. */
  repair(text: string): Candidate[] {
    const quotients = text.split('/')
    if (quotients.length > MAX_PARTS) return []
    const divisors = quotients.slice(1).map((part) => this.#part(part)[0]?.code ?? '')
    const options = quotients.map((part, i) => this.#factors(part, i > 0, i === 0 ? countsOf(part, divisors) : []))
    if (options[0]!.length === 0 && this.#withTypos && isCounted(quotients[0]!, divisors)) {
      options[0] = [{ code: `{${quotients[0]}}`, why: 'annotation', confidence: 0.5 }]
    }
    if (options.some((each) => each.length === 0)) return []
    const first = options.map((each) => each[0]!)
    const texts = [joinParts(first)]
    options.forEach((each, i) => {
      for (const other of each.slice(1)) texts.push(joinParts(first.map((part, k) => (k === i ? other : part))))
    })
    return texts
  }

  /** What stands between two slashes: one symbol, a number with a symbol, or several symbols with dots or blanks. */
  #factors(part: string, isBelow: boolean, letters: readonly Candidate[]): readonly Candidate[] {
    if (part === '') return isBelow ? [] : [NOTHING]
    const whole = this.#part(part)
    if (whole.length > 0) return [...letters, ...inParentheses(whole, isBelow)]
    if (letters.length > 0) return letters
    const brace = part.indexOf('{')
    if (brace > 0 && part.endsWith('}')) {
      // The annotation stays as it is.
      const bare = this.#factors(part.slice(0, brace), isBelow, letters)
      return bare.map((candidate) => ({ ...candidate, code: candidate.code + part.slice(brace) }))
    }
    const numbered = isBelow ? this.#numbered(part) : []
    if (numbered.length > 0) return numbered
    const joined = /^[a-z]{1,2} [a-z]+$/i.test(part) ? this.#part(part.replace(' ', '')) : []
    if (joined.length > 0) {
      return joined.map(({ code, confidence }) => ({ code, why: 'blank' as const, confidence: confidence * 0.9 }))
    }
    const annotated = this.#annotated(part)
    if (annotated.length > 0) return annotated
    const pieces = part.split(/[. ]/).filter(Boolean)
    if (pieces.length < 2 || pieces.length > MAX_PARTS) return []
    const repaired = pieces.map((piece) => this.#part(piece)[0])
    if (repaired.some((each) => each === undefined)) return []
    const known = repaired.map((each) => each!)
    const why = known.reduce<Reason | undefined>((first, each) => first ?? each.why, undefined) ?? 'blank'
    const code = known.reduce((text, each) => text + (text === '' || each.code.startsWith('{') ? '' : '.') + each.code, '')
    const confidence = known.reduce((product, each) => product * each.confidence, part.includes(' ') ? 0.7 : 0.95)
    return inParentheses([{ code, why, confidence }], isBelow)
  }

  /** Words behind a unit say what is measured: `g creat` is g{creat}, `kg BW` is kg{BW}. */
  #annotated(part: string): Candidate[] {
    const glued = GLUED_WORD.exec(part)
    const [unit = '', ...words] = glued ? glued.slice(1) : part.split(' ')
    if (
      words.length === 0 ||
      !words.every((word) => /^[a-z][a-z0-9]*$/i.test(word) && !isValid(word) && !partSpellings().has(word.toLowerCase()))
    )
      return []
    if (unit === '%') return [{ code: '%', why: 'comment', confidence: 0.85 }]
    return this.#part(unit).flatMap(({ code, confidence }) =>
      code.endsWith('}') ? [] : [{ code: `${code}{${words.join('_')}}`, why: 'annotation' as const, confidence: confidence * 0.8 }],
    )
  }

  /** `24h` is (24.h), `100mL` is dL, `1h` is h. */
  #numbered(part: string): Candidate[] {
    const match = /^(\d{1,6}) ?([^\d. ].*)$/.exec(part)
    if (!match) return []
    const [, number = '', rest = ''] = match
    return this.#part(rest).map(({ code, why, confidence }) => {
      if (number === '1') return { code, why: why ?? 'number', confidence: confidence * 0.95 }
      if (number === '100' && (code === 'mL' || code === 'ml')) return { code: 'dL', why: 'usage', confidence: confidence * 0.96 }
      const joined = code.startsWith('{') ? number + code : `(${number}.${code})`
      return { code: joined, why: why ?? 'number', confidence: confidence * 0.94 }
    })
  }
}

function joinParts(parts: readonly Candidate[]): Candidate {
  const why = parts.reduce<Reason | undefined>((first, part) => first ?? part.why, undefined)
  const confidence = parts.reduce((product, part) => product * part.confidence, 1)
  return { code: parts.map(({ code }) => code).join('/'), why, confidence }
}

/** What a quantity is taken of, without the blank before it. */
const GLUED_WORD = /^([a-z]{1,5})(H2O|Hb|Hgb|Cr|creat|crea|prot|protein|RBC|WBC|BW)$/i

const NOTHING: Candidate = { code: '', why: undefined, confidence: 1 }

/** A candidate that is a product itself keeps together below the slash. */
function inParentheses(candidates: readonly Candidate[], isBelow: boolean): Candidate[] {
  return candidates.map((candidate) =>
    isBelow && /^[^[{(]*[./]/.test(candidate.code) ? { ...candidate, code: `(${candidate.code})` } : candidate,
  )
}

/** A word by a time or a field of view counts something: drinks/day, casts/lpf. */
function isCounted(word: string, divisors: readonly string[]): boolean {
  return /^[a-z]{3,20}$/i.test(word) && divisors.length === 1 && /^(?:d|wk|mo|a|h|min|\[[HL]PF\])$/.test(divisors[0]!)
}

/** `K` or `M` before a volume. */
function countsOf(part: string, divisors: readonly string[]): Candidate[] {
  const letter = countUnit(part, divisors) ?? (divisors.some((code) => VOLUMES.test(code)) ? COUNT_LETTERS[part] : undefined)
  return letter === undefined ? [] : [{ code: letter, why: 'usage', confidence: 0.96 }]
}

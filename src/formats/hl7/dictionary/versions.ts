// The versions of HL7 v2 that the tables cover, and which of them stands in for a version that they do not cover.

/** In the order of time; keep in step with build/hl7-sources.ts. */
export const HL7_VERSIONS = ['2.1', '2.2', '2.3', '2.3.1', '2.4', '2.5', '2.5.1', '2.6', '2.7', '2.7.1', '2.8', '2.8.1', '2.8.2'] as const
export type Hl7Version = (typeof HL7_VERSIONS)[number]

/** What 2.5.1 lacks others lack too, and most of today's messages are of it. */
const DEFAULT_VERSION: Hl7Version = '2.5.1'

/** declared: covered as it stands; nearest: the next older one that is covered, or the oldest; default: missing or no version at all. */
export interface VersionChoice {
  readonly used: Hl7Version
  readonly how: 'declared' | 'nearest' | 'default'
}

const CHOICES: ReadonlyMap<string, VersionChoice> = new Map(HL7_VERSIONS.map((used) => [used, { used, how: 'declared' }]))

/** @param declared MSH-12.1 as it stands; 2.9 gives 2.8.2, `2.3 x` gives 2.3 */
export function chooseVersion(declared: string): VersionChoice {
  return CHOICES.get(declared) ?? chooseNearest(declared)
}

function chooseNearest(declared: string): VersionChoice {
  const requested = leadingNumbers(declared)
  if (requested.length < 2) return { used: DEFAULT_VERSION, how: 'default' }
  const used = HL7_VERSIONS.findLast((version) => compareNumbers(leadingNumbers(version), requested) <= 0) ?? HL7_VERSIONS[0]
  return { used, how: 'nearest' }
}

/** `2.5.1` gives [2, 5, 1]; stops at the first character that is neither digit nor dot, and after three numbers. */
function leadingNumbers(text: string): number[] {
  const numbers: number[] = []
  let digits = ''
  for (const char of `${text.slice(0, 16)} `) {
    if (char >= '0' && char <= '9') {
      digits += char
      continue
    }
    if (digits === '') break
    numbers.push(Number(digits))
    digits = ''
    if (char !== '.' || numbers.length === 3) break
  }
  return numbers
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export function isAtLeast(version: Hl7Version, since: Hl7Version): boolean {
  return HL7_VERSIONS.indexOf(version) >= HL7_VERSIONS.indexOf(since)
}

// Agreement of fhir/path with HL7's test suites of FHIRPath (FHIR/fhir-test-cases): each result with its type, or a refusal.
// Usage: node test/bench/fhirpath-suite.ts [folder] [R5] [-v]; -v lists what differs, and why if that is known.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import type { XmlElement } from '../../src/formats/xml/node.ts'
import { readXml } from '../../src/formats/xml/read-xml.ts'
import { fhirPath } from '../../src/tools/fhir/path.ts'

const folder = process.argv[2]?.startsWith('/')
  ? process.argv[2]
  : new URL('../../../shared/corpora/fhir/fhirpath/', import.meta.url).pathname
const isVerbose = process.argv.includes('-v')
const version = process.argv.includes('R5') ? 'R5' : 'R4'

/** Answers of the suites that are not given, by the name of the test. */
const REASONS: Readonly<Record<string, string>> = {
  testPlusDate19: 'FHIRPath (6.7) drops the fraction of units above the second only. The suite of R5 has this test with .100.',
  LowBoundaryDateMonth: 'The suites of R4 and R5 differ: date or dateTime.',
  LowBoundaryDateTimeMillisecond3: 'The suites of R4 and R5 differ: date or dateTime.',
  HighBoundaryDateMonth: 'The suites of R4 and R5 differ: date or dateTime.',
  testPolymorphicsC: 'Observation has no element valueQuantity.',
  testHasTemplateId1: 'A function of CDA.',
  testHasTemplateId2: 'A function of CDA.',
  testHasTemplateId3: 'A function of CDA.',
  txTest01: 'Needs a terminology server.',
  txTest02: 'Needs a terminology server.',
  txTest03: 'Needs a terminology server.',
}

/** The sign of -0.0: as an expression it is the decimal 0.0, which has no sign. */
const NEGATIVE_ZERO = /^-(?=0\.0+$)/

interface Result {
  readonly type: string
  readonly value: unknown
}

const groups = new Map<string, { count: number; agreed: number }>()
const others: string[] = []
for (const group of elements(readXml(readFileSync(join(folder, `tests-fhir-${version.toLowerCase()}.xml`))).root, 'group')) {
  const tally = { count: 0, agreed: 0 }
  groups.set(attribute(group, 'name') ?? '', tally)
  for (const test of elements(group, 'test')) {
    tally.count++
    const disagreement = judge(test)
    if (disagreement === undefined) tally.agreed++
    else {
      const name = attribute(test, 'name') ?? '-'
      const expression = textOf(elements(test, 'expression')[0]!).trim()
      others.push(`${name}: ${expression}\n    ${disagreement}\n    ${REASONS[name] ?? 'no reason known'}`)
    }
  }
}
const sum = (of: 'count' | 'agreed') => [...groups.values()].reduce((total, each) => total + each[of], 0)
console.log(`${sum('agreed')} of ${sum('count')} agree`)
if (isVerbose) for (const each of others) console.log(each)
for (const [name, { count, agreed }] of groups) if (agreed < count) console.log(`${name}: ${agreed} of ${count}`)

/** @returns undefined where the answer is the expected one */
function judge(test: XmlElement): string | undefined {
  const expression = elements(test, 'expression')[0]!
  const file = attribute(test, 'inputfile')
  const isStrict = attribute(test, 'mode') === 'strict' || attribute(expression, 'mode') === 'strict'
  const invalid = attribute(expression, 'invalid') ?? attribute(test, 'invalid')
  const outcome = run(
    file === undefined ? '{"resourceType":"Basic"}' : readFileSync(join(folder, file)),
    textOf(expression),
    isStrict || attribute(test, 'checkOrderedFunctions') === 'true' || invalid === 'semantic',
  )
  if (invalid !== undefined && invalid !== 'false')
    return typeof outcome === 'string' ? undefined : `no refusal: ${JSON.stringify(outcome)}`
  if (typeof outcome === 'string') return `refused: ${outcome}`
  const expected = elements(test, 'output').map(
    (output) => `${attribute(output, 'type') ?? '?'} ${textOf(output).replace(NEGATIVE_ZERO, '')}`,
  )
  const isPredicate = attribute(test, 'predicate') === 'true'
  const shown = isPredicate ? [`boolean ${outcome.length > 0 && outcome[0]!.value !== false}`] : outcome.map(show)
  const same =
    expected.length === shown.length &&
    expected.every(
      (each, i) =>
        each === shown[i] || (each.startsWith('? ') && each.slice(2) === shown[i]!.slice(shown[i]!.indexOf(' ') + 1).replace(/T$/, '')),
    )
  return same ? undefined : `expected ${JSON.stringify(expected)}, got ${JSON.stringify(shown)}`
}

function run(resource: string | Uint8Array, expression: string, strict: boolean): readonly Result[] | string {
  try {
    const options = { version, expression, now: '2026-01-02T03:04:05.678+01:00', ...(strict ? { strict } : {}) }
    return (runTool(fhirPath, { resource }, options) as unknown as { readonly results: readonly Result[] }).results
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return `${error.code} ${error.errors?.[0]?.detail ?? error.message}`
  }
}

/** As the suite writes it: dates with @, system types in small letters. */
function show({ type, value }: Result): string {
  const name = type.replace(/^System\./, '')
  const small = type.startsWith('System.') && name !== 'Quantity' ? name[0]!.toLowerCase() + name.slice(1) : name
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (small === 'time') return `${small} ${text.startsWith('@') ? text : `@T${text}`}`
  return ['date', 'dateTime', 'instant'].includes(small)
    ? `${small} @${text}${small === 'dateTime' && !text.includes('T') ? 'T' : ''}`
    : `${small} ${text}`
}

function elements(of: XmlElement, name: string): XmlElement[] {
  return of.children.filter((child): child is XmlElement => child.kind === 'element' && child.local === name)
}

function attribute(of: XmlElement, name: string): string | undefined {
  return of.attributes.find((each) => each.local === name)?.value
}

function textOf(of: XmlElement): string {
  return of.children.map((child) => (child.kind === 'element' ? textOf(child) : child.kind === 'text' ? child.value : '')).join('')
}

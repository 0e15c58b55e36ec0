// Agreement of fhir/validate with the outcomes of the validator suite, case by case as its manifest has them: each run valid or not.
// Usage: node test/bench/fhir-guides.ts [off|warning|error, of unknown extensions] [name of a case to list the issues of, or all]
import { existsSync, readFileSync } from 'node:fs'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import { readXmlDocument } from '../../src/formats/fhir/document/xml-document.ts'
import { writeJson } from '../../src/formats/fhir/json/write-json.ts'
import { modelOf } from '../../src/formats/fhir/model/element-plan.ts'
import { fhirValidate } from '../../src/tools/fhir/validate.ts'

interface Run {
  readonly java?: string
  readonly source?: string
  readonly supporting?: readonly string[]
  readonly packages?: readonly string[]
}

interface Case extends Run {
  readonly name: string
  readonly file: string
  readonly version: string
  readonly module?: string
  readonly profiles?: readonly string[]
  /** Definitions that the suite converts from R5. */
  readonly supporting5?: readonly string[]
  readonly profile?: Run
  readonly 'package-map'?: unknown
  readonly logical?: unknown
}

/** They need a terminology server, signatures, CDA, hooks, cards, logical models or packages of a registry. */
const LEFT_OUT = new Set([
  'tx',
  'tx-advanced',
  'dsig',
  'cda',
  'cdshooks',
  'shc',
  'logical',
  'matchetype',
  'package-versioning',
  'api',
  'json5',
])

/** Why the answer is another one than Java's, by case. */
const REASONS: Readonly<Record<string, string>> = {
  'attachment-max-size-qr': 'maxSize is in megabytes; 500 bytes are less than 50.',
  'bundle-bad-by-param': 'A parameter of the program names the profile of an entry.',
  'choice-async-qr': 'Displays of ISO 3166: not in the program.',
  'ips-nz-pj': 'Displays of LOINC: not in the program.',
  'mr-m-cql-library': 'Functions of a library in CQL.',
  'open-choice-gender-coding-async-qr': 'Displays of code systems of HL7: not in the program.',
  'pat-example-extensions': 'A parameter of the program forbids example.org.',
  'pat-security-bad-string1': 'A parameter of the program forbids markup in texts.',
  'patient-circle2-bad-source1': 'The patient that does not conform is in another file.',
  'profile-patient-op3': 'Rules of obligation profiles.',
  'type-ref-unchecked': 'Group/12345 is a Group, which the profile does not allow.',
  'xhtml-ctrl-source1': 'The profile asks for warnings, and these are given.',
}

const folder = new URL('../../../shared/corpora/fhir/validator/', import.meta.url).pathname
const unknownExtensions = process.argv[2] ?? 'error'
const detail = process.argv[3]
const { 'test-cases': cases } = JSON.parse(readFileSync(`${folder}cases.json`, 'utf8')) as { 'test-cases': Case[] }
const groups = new Map<string, { total: number; falseErrors: string[]; missed: string[] }>()
for (const each of cases) {
  if (LEFT_OUT.has(each.module ?? '') || each.packages || each.logical || each['package-map']) continue
  const beside = [...(each.supporting ?? []), ...(each.supporting5 ?? []), ...(each.profiles ?? [])]
  count(beside.length > 0 ? 'base with supporting files' : 'base', each, each, beside, undefined)
  const { profile } = each
  if (profile?.source && !profile.packages)
    count('profile', each, profile, [...beside, ...(profile.supporting ?? []), profile.source], profile.source)
}
for (const [name, { total, falseErrors, missed }] of groups) {
  const agreed = total - falseErrors.length - missed.length
  console.log(`${name}: ${agreed} of ${total} agree (${((100 * agreed) / total).toFixed(1)} %)`)
  const withReason = (name: string): string => `${name} (${REASONS[name] ?? 'no reason known'})`
  console.log(`  false errors (${falseErrors.length}): ${falseErrors.map(withReason).join(', ')}`)
  console.log(`  missed (${missed.length}): ${missed.map(withReason).join(', ')}`)
}

function count(group: string, { name, file, version }: Case, { java }: Run, beside: readonly string[], source: string | undefined): void {
  const outcome = java && `${folder}outcomes/${java}`
  if (!outcome || !existsSync(outcome) || !existsSync(folder + file) || beside.some((each) => !existsSync(folder + each))) return
  const expected = errorsOf(outcome)
  const used = version.startsWith('4.3') ? 'R4B' : version.startsWith('5') ? 'R5' : 'R4'
  const errors = judge(file, used, beside, source)
  const row = groups.get(group) ?? { total: 0, falseErrors: [], missed: [] }
  groups.set(group, row)
  row.total++
  if (errors.length > 0 && expected.length === 0) row.falseErrors.push(name)
  if (errors.length === 0 && expected.length > 0) row.missed.push(name)
  const isWrong = errors.length > 0 !== expected.length > 0
  if (detail === name || (detail === 'all' && isWrong)) console.log(`\n## ${group} ${name}`, '\nexpected', expected, '\nours', errors)
}

function judge(file: string, version: 'R4' | 'R4B' | 'R5', beside: readonly string[], source: string | undefined): unknown[] {
  // Libraries are beside some cases, too.
  const known = beside
    .map((each) => jsonOf(each, version))
    .filter((text) =>
      /"resourceType":"(?:StructureDefinition|ValueSet|CodeSystem|Questionnaire|Measure|SearchParameter|Bundle)"/.test(text),
    )
  const definitions = known.length > 0 ? { definitions: known.join('\n') } : {}
  const profiles = source === undefined ? {} : { profiles: [(JSON.parse(jsonOf(source, version)) as { url: string }).url] }
  try {
    const result = runTool(
      fhirValidate,
      { resource: readFileSync(folder + file), ...definitions },
      { version, unknownExtensions, ...profiles },
    )
    const { issues } = result as unknown as { readonly issues: readonly { readonly severity: string }[] }
    return issues.filter(({ severity }) => severity === 'error')
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return [error.message, error.errors]
  }
}

/** On one line. */
function jsonOf(file: string, version: 'R4' | 'R4B' | 'R5'): string {
  const text = readFileSync(folder + file)
  if (!file.endsWith('.xml')) return JSON.stringify(JSON.parse(text.toString('utf8').replace(/^\uFEFF/, '')))
  const [{ value }] = readXmlDocument(text, modelOf(version), false).resources()
  return writeJson(value)
}

/** Without those that only say that a terminology server did not answer. */
function errorsOf(path: string): string[] {
  const outcome = JSON.parse(readFileSync(path, 'utf8')) as { issue?: OutcomeIssue[]; outcome?: { issue?: OutcomeIssue[] } }
  const issues = outcome.issue ?? outcome.outcome?.issue ?? []
  return issues
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ details, expression, diagnostics }) => `${expression?.[0] ?? ''}: ${details?.text ?? diagnostics ?? ''}`)
    .filter((text) => !/terminology server|tx\.fhir\.org/i.test(text))
}

interface OutcomeIssue {
  readonly severity: string
  readonly details?: { readonly text?: string }
  readonly diagnostics?: string
  readonly expression?: readonly string[]
}

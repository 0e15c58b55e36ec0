// fhir/validate: resources against the definitions of FHIR, with the place of each finding and what could not be checked.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { FHIR_MEDIA_TYPES, type FhirResource, looksLikeXml, readJsonDocument } from '../../formats/fhir/document/fhir-document.ts'
import { formatPath } from '../../formats/fhir/document/format-path.ts'
import { refuseOtherVersions } from '../../formats/fhir/document/other-versions.ts'
import { RESOURCE_FEED } from '../../formats/fhir/document/resource-feed.ts'
import { readXmlDocument } from '../../formats/fhir/document/xml-document.ts'
import { type FhirModel, modelOf } from '../../formats/fhir/model/element-plan.ts'
import { FHIR_VERSIONS } from '../../formats/fhir/model/versions.ts'
import { openGuides, sitePackages, sitePackagesOfFhir } from '../../formats/fhir/profile/open-guides.ts'
import { readDefinitionsOnce } from '../../formats/fhir/profile/read-definitions.ts'
import type { AppliedProfile, LoadedGuides } from '../../formats/fhir/profile/validate-profiles.ts'
import { ISSUES, type IssueCode, RULES, type Rule } from '../../formats/fhir/validate/issue-codes.ts'
import type { Issue, RuleLevels } from '../../formats/fhir/validate/issue-list.ts'
import { validateResource } from '../../formats/fhir/validate/validate-resource.ts'

const MEANINGS: Readonly<Record<Rule, string>> = {
  structure: 'Members that the type does not have, kinds of JSON values, arrays, empty values, two values of a choice.',
  cardinality: 'Required elements.',
  value: 'Syntax of primitive types, ids, sizes of attachments.',
  binding: 'Codes of value sets that the definitions list, and the form of codes of well-known systems.',
  invariant: 'Rules of the definitions, in FHIRPath.',
  reference: 'Targets of references within the document, and contained resources.',
  extension: 'Where extensions may appear and what they may contain, by their definitions.',
  narrative: 'The XHTML of narratives.',
  bundle: 'Entries, links and fullUrl of Bundles.',
  questionnaire:
    'Answers of a QuestionnaireResponse to its Questionnaire and a MeasureReport against its Measure, if that is in the document or loaded.',
  definition:
    'Contents of definitions: StructureDefinition, ValueSet, CodeSystem, ConceptMap, Questionnaire, SearchParameter, CapabilityStatement.',
  bestPractice: 'Recommendations of the definitions.',
}

const level = (rule: Rule) => z.enum(['off', 'info', 'warning', 'error']).default('error').describe(MEANINGS[rule])

const codes = Object.keys(ISSUES) as [IssueCode, ...IssueCode[]]

const countsField = z
  .strictObject({ error: z.int().min(0), warning: z.int().min(0), info: z.int().min(0) })
  .describe('How many issues of each severity were found, listed or not.')
  .meta(showAs({ kind: 'counts' }))

const FAULTY = JSON.stringify({ resourceType: 'Patient', gender: 'M', name: {} }, undefined, 2)

export const fhirValidate = defineTool({
  id: 'fhir/validate',
  version: '1.0.0',
  title: 'Validate FHIR',
  summary: 'Checks resources against the definitions of R4, R4B or R5, and lists each finding with its location, and what was not checked.',
  input: z.strictObject({
    resource: textOrBytesField('A FHIR resource as JSON or XML, a JSON array of resources, or NDJSON with one resource a line.'),
    definitions: textOrBytesField(
      'Your own definitions: a FHIR package (.tgz), or StructureDefinition, ValueSet, CodeSystem, Questionnaire, Measure and SearchParameter resources as JSON, NDJSON, a Bundle or XML.',
    ).optional(),
  }),
  options: z.strictObject({
    version: z.enum(FHIR_VERSIONS).default('R4').describe('FHIR version of the definitions.'),
    profiles: z
      .array(z.string().min(1).max(2_000))
      .max(100)
      .default([])
      .describe('Canonical URLs of profiles that each resource must conform to, beside those of its meta.profile.'),
    packages: z.array(z.string().min(1).max(200)).max(100).optional().describe('Names of installed packages to use. Default: all.'),
    unknownExtensions: z
      .enum(['off', 'warning', 'error'])
      .default('warning')
      .describe('Severity of extensions whose definitions are not loaded.'),
    rules: z
      .strictObject(Object.fromEntries(RULES.map((rule) => [rule, level(rule)])) as Record<Rule, ReturnType<typeof level>>)
      .prefault({})
      .describe('Maximum severity of findings of each rule. off: not checked.'),
    maxIssues: z.int().min(1).max(100_000).default(500).describe('Maximum number of issues to list per resource. All are counted.'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('True if no issue is an error.'),
    counts: countsField,
    source: z
      .strictObject({
        format: z.enum(['json', 'ndjson', 'xml']).describe('The form of the document.'),
        charset: z.string().describe('Its character set.'),
        bytes: z.int().min(0).describe('Its size.'),
        resources: z.int().min(0).describe('Resources in it; those within others are not counted.'),
      })
      .describe('The document that was read.'),
    version: z.enum(FHIR_VERSIONS).describe('The version whose definitions were used.'),
    issues: z
      .array(
        z.strictObject({
          index: z.int().min(0).describe('Place of the resource in the document, from 0.'),
          severity: z.enum(['info', 'warning', 'error']),
          code: z.enum(codes).describe('What was found.'),
          path: z.string().describe('FHIRPath from the resource; ? for a member that the definition does not have.'),
          line: z.int().min(1).describe('Line of the place, from 1.'),
          column: z.int().min(1).describe('Column of the place, from 1.'),
          offset: z.int().min(0).describe('UTF-16 code units before the place in the text of the document.'),
          profile: z.string().nullable().describe('The profile that was not met; null for the base definition.'),
          rule: z.string().nullable().describe('Key of the invariant, such as per-1, or name of the slice; null for other findings.'),
          expected: z.string().nullable().describe('What the definition asks for.'),
          message: z.string().describe('Description of the issue. Contains no value of the document.'),
        }),
      )
      .describe('All issues, by resource.')
      .meta(showAs({ kind: 'findings', of: { part: 'input', field: 'resource' } })),
    terminology: z
      .strictObject({
        checked: z.int().min(0).describe('Codes that were checked against a value set.'),
        unchecked: z
          .array(z.strictObject({ system: z.string().describe('Address of a code system.'), count: z.int().min(1) }))
          .describe('Codes that this program cannot check, by system. They are not errors.'),
      })
      .describe('What was checked of codes, and what was not.'),
    profiles: z
      .array(
        z.strictObject({
          url: z.string().describe('Canonical URL of the profile.'),
          from: z.enum(['option', 'meta', 'code']).describe('Where it was named: the option, meta.profile, or a code of vital signs.'),
          applied: z.int().min(1).describe('Resources that were checked against it.'),
        }),
      )
      .describe('Profiles that resources were checked against.'),
    resources: z
      .array(
        z.strictObject({
          index: z.int().min(0).describe('Place in the document, from 0.'),
          resourceType: z.string().describe('Its type; empty if the version has no such type.'),
          valid: z.boolean().describe('True if none of its issues is an error.'),
          counts: countsField,
        }),
      )
      .describe('Every resource of a document with several; empty for one resource.'),
    outcome: bytesField('The issues as an OperationOutcome.'),
  }),
  document: {
    field: 'resource',
    mediaTypes: FHIR_MEDIA_TYPES,
    feed: RESOURCE_FEED,
  },
  download: { field: 'outcome', mediaType: 'application/fhir+json', extension: 'json', isReport: true },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  packages: sitePackagesOfFhir,
  examples: [
    {
      title: 'Three errors',
      input: { resource: FAULTY },
      output: { valid: false, counts: { error: 3, warning: 1, info: 0 } },
    },
  ],
  run({ resource, definitions }, { version, rules, maxIssues, profiles: canonicals, packages, unknownExtensions }) {
    const model = modelOf(version)
    const request = { guides: chooseGuides(model, definitions, packages, canonicals), canonicals, unknownExtensions }
    const document = looksLikeXml(resource) ? readXmlDocument(resource, model, false) : readJsonDocument(resource)
    const issues: IssueSummary[] = []
    const resources: ResourceRow[] = []
    const counts = { error: 0, warning: 0, info: 0 }
    const unchecked = new Map<string, number>()
    const applied = new Map<string, AppliedProfile & { applied: number }>()
    let checked = 0
    for (const each of document.resources()) {
      // Of many resources the others are still validated, and this one has an issue.
      if (each.index === 0) refuseOtherVersions(each, model)
      const found = validateResource(each.value, model, rules as RuleLevels, maxIssues, request, each.problems)
      issues.push(...show(each, found.issues, (path) => formatPath(model, each.value, path)))
      for (const severity of ['error', 'warning', 'info'] as const) counts[severity] += found.counts[severity]
      checked += found.checkedCodes
      for (const [system, count] of found.unchecked) unchecked.set(system, (unchecked.get(system) ?? 0) + count)
      for (const profile of found.applied) {
        const key = `${profile.from} ${profile.url}`
        const known = applied.get(key)
        if (known) known.applied++
        else applied.set(key, { ...profile, applied: 1 })
      }
      const resourceType = model.resource(String(each.value.resourceType))?.name ?? ''
      resources.push({ index: each.index, resourceType, valid: found.counts.error === 0, counts: { ...found.counts } })
    }
    const { format, charset } = document
    return {
      valid: counts.error === 0,
      counts,
      source: { format, charset, bytes: document.bytes(), resources: resources.length },
      version,
      issues,
      terminology: { checked, unchecked: [...unchecked].map(([system, count]) => ({ system, count })) },
      profiles: [...applied.values()],
      resources: resources.length > 1 ? resources : [],
      outcome: new TextEncoder().encode(JSON.stringify(outcomeOf(issues))),
    }
  },
})

interface ResourceRow {
  readonly index: number
  readonly resourceType: string
  readonly valid: boolean
  readonly counts: { readonly error: number; readonly warning: number; readonly info: number }
}

/** @throws ProblemError `invalid_input` with a pointer to a package or profile that is not loaded */
function chooseGuides(
  model: FhirModel,
  definitions: string | Uint8Array | undefined,
  packages: readonly string[] | undefined,
  canonicals: readonly string[],
): LoadedGuides {
  const names = new Set(sitePackages().map(({ name }) => name))
  const missing = (packages ?? []).flatMap((name, i) => (names.has(name) ? [] : [`/options/packages/${i}`]))
  if (missing.length > 0) throw notLoaded(missing, 'unknown_package', 'There is no installed package of this name.')
  const guides = openGuides(model.version, packages, definitions === undefined ? undefined : readDefinitionsOnce(definitions, model))
  const unknown = canonicals.flatMap((canonical, i) => {
    const isKnown = guides.profiles.get(canonical) !== undefined || guides.profiles.coreType(canonical) !== undefined
    return isKnown ? [] : [`/options/profiles/${i}`]
  })
  if (unknown.length > 0) throw notLoaded(unknown, 'unknown_profile', 'No loaded package and no definition of the call has this profile.')
  return guides
}

function notLoaded(pointers: readonly string[], code: string, detail: string): ProblemError {
  return new ProblemError('A profile or package is not loaded.', {
    code: 'invalid_input',
    errors: pointers.map((pointer) => ({ pointer, code, detail })),
  })
}

type IssueSummary = Pick<Issue, 'severity' | 'code' | 'message'> & {
  readonly index: number
  readonly path: string
  readonly line: number
  readonly column: number
  readonly offset: number
  readonly profile: string | null
  readonly rule: string | null
  readonly expected: string | null
}

/** Issues in the order of their places. */
function show({ index, locate }: FhirResource, issues: readonly Issue[], format: (path: Issue['path']) => string): IssueSummary[] {
  const places = locate(issues.map(({ path }) => path))
  const rows = issues.map((issue, i) => ({ issue, place: places[i]! }))
  rows.sort((a, b) => a.place.offset - b.place.offset)
  return rows.map(({ issue: { severity, code, path, profile = null, rule = null, expected = null, message }, place }) => {
    const { line, column, offset } = place
    return { index, severity, code, path: format(path), line, column, offset, profile, rule, expected, message }
  })
}

const SEVERITIES = { error: 'error', warning: 'warning', info: 'information' } as const
const TYPES: Readonly<Partial<Record<Rule, string>>> = {
  value: 'value',
  cardinality: 'required',
  binding: 'code-invalid',
  invariant: 'invariant',
  reference: 'not-found',
}

function outcomeOf(issues: readonly IssueSummary[]): object {
  const listed = issues.map(({ severity, code, path, rule, expected, message }) => ({
    severity: SEVERITIES[severity],
    code: TYPES[ISSUES[code].rule] ?? 'structure',
    details: { coding: [{ code }], text: message },
    ...(expected === null ? {} : { diagnostics: rule === null ? expected : `${rule}: ${expected}` }),
    expression: [path],
  }))
  const none = { severity: 'information', code: 'informational', details: { text: 'Nothing was found.' } }
  return { resourceType: 'OperationOutcome', issue: listed.length > 0 ? listed : [none] }
}

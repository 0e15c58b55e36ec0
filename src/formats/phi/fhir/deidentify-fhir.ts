// De-identifies resources of FHIR: every element by what the definitions say of its place, all text by the detector, ids and references as one graph,
// and nothing that neither of them knows.
import { ProblemError } from '../../../core/problem.ts'
import { readFhirDocument } from '../../fhir/document/read-document.ts'
import type { JsonObject } from '../../fhir/json/json-value.ts'
import { modelOf } from '../../fhir/model/element-plan.ts'
import { deidentifyDocument } from '../cda/deidentify-document.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { knownOf } from '../hl7/known-of-message.ts'
import { OriginalValues } from '../hl7/original-values.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import { watchContained } from './contained-links.ts'
import type { DataSettings, Embedded } from './embedded-documents.ts'
import { type ResourceScope, type Walked, walkResource } from './fhir-leaf.ts'
import type { FhirChange, FhirResidual, FhirSettings } from './fhir-settings.ts'
import { IdGraph } from './id-graph.ts'
import { findOriginals, judgeCodesOfPersons, judgeWorks, keepsRemovals, valuesOf } from './judge/judge-works.ts'
import { RulePlaces } from './judge/rule-places.ts'
import { valuesOfPersons } from './persons.ts'
import { pruneResource } from './prune.ts'
import { ValueReplacer } from './replace-values.ts'
import { typesOf } from './resource-types.ts'
import { searchTexts } from './search-texts.ts'
import { addSecurityLabels } from './security-labels.ts'
import { SubjectFinder } from './subject-of.ts'
import { writeFhir } from './write-fhir.ts'

export interface DeidentifiedFhir {
  readonly changes: readonly FhirChange[]
  readonly residual: readonly FhirResidual[]
  readonly embedded: readonly Embedded[]
}

/** What a document inside of another one takes over from it. */
interface Outer {
  readonly graph: IdGraph
  readonly detect: DetectOptions
  readonly depth: number
}

const MAX_DEPTH = 5

/**
 * Changes the resources in place.
 * @returns undefined where one is of a type that the version does not have
 * @throws ProblemError where a text cannot be searched, a rule is none or contradicts the policy, or a patient without a number is needed;
 * in mode fail-closed where a value that was taken out still stands
 */
export function deidentifyFhir(resources: readonly JsonObject[], settings: FhirSettings, outer?: Outer): DeidentifiedFhir | undefined {
  const model = modelOf(settings.version)
  const walked: Walked[] = []
  for (const value of resources) {
    const one = walkResource(model, value, settings)
    if (!one) return undefined
    walked.push(one)
  }
  const { deidentifier } = settings
  const types = typesOf(walked)
  const typeOf = (reference: string) => types.get(reference)
  const rules = new RulePlaces(settings, walked, model)
  const works = judgeWorks(walked, { ...settings, rules, typeOf })
  const values = [
    ...valuesOf(works, { deidentifier, typeOf, detect: settings.detect }),
    ...valuesOfPersons(settings.persons, referencesOf(works), deidentifier),
  ]
  const originals = new OriginalValues(values)
  findOriginals(works, values, originals, settings.detect.known)
  const detect = knownOf(values, outer?.detect ?? settings.detect)
  const graph =
    outer?.graph ?? new IdGraph(deidentifier, graphActionOf(works), settings.idKey, (name) => model.resource(name) !== undefined)
  const replacer = new ValueReplacer({
    settings: { ...settings, detect },
    graph,
    isEntry: (address) => types.has(address),
    subjects: new SubjectFinder(walked, { ...settings, needsSubject: deidentifier.shiftsDates }),
    cda: cleanCdaInside,
    fhir: (bytes) => deidentifyInside(bytes, settings, { graph, detect, depth: (outer?.depth ?? 0) + 1 }),
  })
  const dropContained = walked.map(({ resources: own }) => watchContained(own))
  const spans = searchTexts(works, detect, settings.version)
  judgeCodesOfPersons(works, spans)
  replacer.replaceAll(walked, works, spans, keepsRemovals({ deidentifier, rules }))
  const residual = replacer.searchAgain(works, originals)
  if (detect.mode === 'fail-closed' && residual.length > 0) throw stillThere(residual)
  resources.forEach((value, i) => {
    pruneResource(model, value)
    for (const path of dropContained[i]!())
      replacer.changes.push({ index: i, path, category: 'other-id', action: 'remove', rule: 'DomainResource.contained' })
    if (settings.labels) labelResources(walked[i]!.resources, replacer.actions)
  })
  return { changes: replacer.changes, embedded: replacer.embedded, residual }
}

function* referencesOf(works: ReturnType<typeof judgeWorks>): Iterable<string> {
  for (const { leaf, text } of works) if (leaf.treatment === 'graph') yield text
}

/** A rule that hashes an id or a reference hashes them all: they have to go on leading to each other. */
function graphActionOf(works: ReturnType<typeof judgeWorks>): 'hash' | 'surrogate' | undefined {
  for (const { verdict, action } of works)
    if ((verdict === 'graph' || verdict === 'id' || verdict === 'search') && (action === 'hash' || action === 'surrogate')) return action
  return undefined
}

function stillThere(residual: readonly FhirResidual[]): ProblemError {
  return new ProblemError('A removed value is still found elsewhere in the document.', {
    code: 'unsupported_variant',
    at: { path: residual[0]!.path },
    facts: { residuals: residual.length },
  })
}

/** A contained resource has no labels of its own (dom-4): what was done to it is said of what contains it. */
function labelResources(resources: readonly ResourceScope[], actions: ReadonlyMap<JsonObject, ReadonlySet<PhiAction>>): void {
  const all = new Map<JsonObject, Set<PhiAction>>(resources.map(({ value }) => [value, new Set(actions.get(value))]))
  // What is in a resource stands behind it.
  for (const { value, outer } of resources.toReversed()) if (outer) for (const action of all.get(value)!) all.get(outer.value)!.add(action)
  for (const { value, path } of resources) if (!path.includes('.contained')) addSecurityLabels(value, [...all.get(value)!])
}

/** @returns undefined where a value that was taken out still stands: nobody looks inside */
function cleanCdaInside(bytes: Uint8Array, { deidentifier, detect, key, subject }: DataSettings) {
  const own = { deidentifier, detect, unknown: 'block', embedded: 'clean', key, subject: subject ?? undefined } as const
  const { content, changes, residual } = deidentifyDocument(bytes, own)
  return residual.length > 0 ? undefined : { content, changes: changes.length }
}

/** @returns undefined for what is no document of FHIR, and for one too deep inside of others */
function deidentifyInside(bytes: Uint8Array, settings: FhirSettings, outer: Outer) {
  if (outer.depth > MAX_DEPTH) return undefined
  const model = modelOf(settings.version)
  const document = readFhirDocument(bytes, model)
  const resources = [...document.resources()].map(({ value }) => value)
  const deidentified = deidentifyFhir(resources, settings, outer)
  // What stands there still is for a person to look at: nobody looks inside.
  if (!deidentified || deidentified.residual.length > 0) return undefined
  return { text: writeFhir(document, resources, model), changes: deidentified.changes.length }
}

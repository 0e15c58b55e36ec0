// Definitions such as Questionnaire, StructureDefinition and ValueSet: what FHIR demands of them and no invariant expresses.
import type { LoadedGuides } from '../profile/validate-profiles.ts'
import type { Context } from '../validate/context.ts'
import type { ArtifactCheck } from './artifact-check.ts'
import { checkCapabilities } from './check-capabilities.ts'
import { checkCodeSystem } from './check-code-system.ts'
import { checkConceptMap } from './check-concept-map.ts'
import { checkMeasureReport } from './check-measure-report.ts'
import { checkQuestionnaire } from './check-questionnaire.ts'
import { checkSearchParameter } from './check-search-parameter.ts'
import { checkStructure } from './check-structure.ts'
import { checkValueSet } from './check-value-set.ts'

const CHECKS: Readonly<Record<string, ArtifactCheck>> = {
  CapabilityStatement: checkCapabilities,
  CodeSystem: checkCodeSystem,
  ConceptMap: checkConceptMap,
  MeasureReport: checkMeasureReport,
  Questionnaire: checkQuestionnaire,
  SearchParameter: checkSearchParameter,
  StructureDefinition: checkStructure,
  ValueSet: checkValueSet,
}

/** Checks every definitional resource of the document, contained ones included. */
export function checkArtifacts(context: Context, guides: LoadedGuides | undefined): void {
  if (!context.issues.checks('definition')) return
  for (const node of context.resources) {
    const { name } = node.plan
    if (Object.hasOwn(CHECKS, name)) CHECKS[name]!(context, node, guides)
  }
}

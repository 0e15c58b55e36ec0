// conformsTo() and memberOf() of FHIRPath by the guides that are loaded, outside of a validation.
import type { FhirModel } from '../model/element-plan.ts'
import type { EvaluationOptions } from '../path/evaluate.ts'
import { RULES } from '../validate/issue-codes.ts'
import { IssueList, type RuleLevels } from '../validate/issue-list.ts'
import { ProfileChecker } from './check-profile.ts'
import type { LoadedGuides } from './validate-profiles.ts'

const LEVELS = Object.fromEntries(RULES.map((rule) => [rule, 'error'])) as RuleLevels

/** For the expressions on one document. */
export function conformanceOf(model: FhirModel, { profiles, sets }: LoadedGuides): Pick<EvaluationOptions, 'memberOf' | 'conformsTo'> {
  let opened: ProfileChecker | undefined
  const checker = (): ProfileChecker => {
    const issues = new IssueList(LEVELS, 0)
    opened ??= new ProfileChecker({ model, issues, resources: [], references: [], unchecked: new Map(), checkedCodes: 0 }, profiles, sets)
    return opened
  }
  return {
    memberOf: (item, valueSet) => checker().memberOf(item, valueSet),
    conformsTo: (node, profile) => checker().conformsTo(node, profile, undefined),
  }
}

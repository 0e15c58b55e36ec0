// SearchParameter: the expression fits the base types, and a composite one has parts (R4 3.1.1.5.14, SearchParameter.expression).
import { objectsIn, textOf, textsIn } from '../json/members.ts'
import type { FhirModel } from '../model/element-plan.ts'
import type { Expression } from '../path/parse.ts'
import type { Context, ResourceNode } from '../validate/context.ts'
import { branchesOf, firstNameOf, namesUnknown, parsedOf } from './check-expression.ts'

export function checkSearchParameter({ issues, model }: Context, { value, path }: ResourceNode): void {
  const { type, component, expression, base } = value
  if (type === 'composite' && objectsIn(component).length < 2)
    issues.add('definition_content', path, { expected: 'two components or more' })
  const text = textOf(expression)
  if (text === undefined) return
  const parsed = parsedOf(text)
  const bases = textsIn(base).filter((each) => model.type(each))
  const isWrong = !parsed || branchesOf(parsed).some((branch) => !fits(branch, bases, model))
  if (isWrong)
    issues.add('definition_expression', [...path, 'expression'], { expected: parsed ? bases.join(' | ') : 'a FHIRPath expression' })
}

/** Whether a branch begins at one of the base types and names elements of it. */
function fits(branch: Expression, bases: readonly string[], model: FhirModel): boolean {
  if (bases.length === 0) return true
  const name = firstNameOf(branch)
  const named = name === undefined ? undefined : model.resource(name)?.name
  if (named !== undefined && !bases.some((base) => model.isA(named, base) || model.isA(base, named))) return false
  const starts = named === undefined ? bases : [named]
  return starts.some((start) => !namesUnknown(branch, model, start))
}

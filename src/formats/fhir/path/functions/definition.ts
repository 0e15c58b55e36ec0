// What a function of FHIRPath is.
import type { Evaluate, EvaluationContext } from '../context.ts'
import { single, truth } from '../context.ts'
import { addAll, type Item, type Items, plainValueOf, type SystemItem } from '../item.ts'

/** @param outer what the call itself was evaluated on: arguments that are no conditions see that */
export type Run = (context: EvaluationContext, input: Items, args: readonly Evaluate[], outer: Items) => Items

export type FunctionDefinition =
  | { readonly kind: 'plain'; readonly least: number; readonly most: number; readonly run: Run }
  | {
      readonly kind: 'type'
      readonly least: number
      readonly most: number
      /** @param type undefined where it may be left out and is */
      readonly run: (context: EvaluationContext, input: Items, type: string | undefined) => Items
    }

export function plain(least: number, most: number, run: Run): FunctionDefinition {
  return { kind: 'plain', least, most, run }
}

export function ofType(run: (context: EvaluationContext, input: Items, type: string) => Items): FunctionDefinition {
  return { kind: 'type', least: 1, most: 1, run: (context, input, type) => run(context, input, type!) }
}

/** The items for which a condition holds. */
export function filtered(context: EvaluationContext, input: Items, condition: Evaluate): Item[] {
  const found: Item[] = []
  context.count(input.length)
  for (let i = 0; i < input.length; i++) {
    const item = input[i]!
    if (truth(context.within([item], i, condition), 'A condition') === true) found.push(item)
  }
  return found
}

/** What an expression gives for each item. */
export function projected(context: EvaluationContext, input: Items, expression: Evaluate): Item[] {
  const found: Item[] = []
  context.count(input.length)
  for (let i = 0; i < input.length; i++) addAll(found, context.within([input[i]!], i, expression))
  return found
}

/** The value of the one item; undefined for none and for what has no value of System. */
export function systemValue(input: Items): SystemItem['value'] | undefined {
  const item = single(input, 'A function')
  return item && plainValueOf(item)
}

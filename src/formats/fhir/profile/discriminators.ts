// Discriminators of slicing: where they lead in a value and in the rules of a slice, and whether the one fits the other.
import { isObject } from '../json/json-value.ts'
import type { NodeItem } from '../path/item.ts'
import type { Profiles } from './compile-profile.ts'
import type { Discriminator } from './definitions.ts'
import { type ElementRule, newRule } from './element-rule.ts'
import { fitsPattern, isFixed } from './fixed-value.ts'
import { isOfCode, type ProfileNodes, referenceOf, statedType } from './profile-nodes.ts'

/** `unknown` where the document or a definition that is not loaded would tell; `silent` where the slice says nothing of it. */
export type Match = 'yes' | 'no' | 'unknown' | 'silent'

export interface DiscriminatorMeans {
  readonly profiles: Profiles
  readonly nodes: ProfileNodes
  /** Whether a node conforms to a profile; undefined where the profile cannot be used. */
  conforms(node: NodeItem, canonical: string, rule: ElementRule): boolean | undefined
  /** Whether a coded value is in the set of a required binding. */
  isBound(node: NodeItem, rule: ElementRule): Match
}

type Step = { readonly kind: 'child' | 'extension' | 'ofType'; readonly name: string } | { readonly kind: 'resolve' }

/** What the rules of a slice say of the place that a discriminator leads to; all of them hold. */
interface Side {
  readonly rules: readonly ElementRule[]
  /** Behind `resolve()`: what the target is to be. */
  readonly target: { readonly type: string | undefined; readonly canonical: string; readonly rule: ElementRule } | undefined
}

/** What stands in the document where a discriminator leads. */
interface Place {
  readonly node: NodeItem
  /** The node is a reference whose target is not in the document. */
  readonly isUnresolved: boolean
}

const STEP = /^(?:\$this|resolve\(\)|extension\((['"])([^'"]+)\1\)|(?:ofType|as)\(([\w.]+)\)|([A-Za-z]\w*)(?:\[x\])?)(?:\.|$)/

/** The steps of a restricted FHIRPath; undefined for what a discriminator may not have. */
function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = []
  for (let rest = path; rest !== ''; ) {
    const match = STEP.exec(rest)
    if (!match) return undefined
    const [whole, , url, type, name] = match
    if (url !== undefined) steps.push({ kind: 'extension', name: url })
    else if (type !== undefined) steps.push({ kind: 'ofType', name: type.slice(type.indexOf('.') + 1) })
    else if (name !== undefined) steps.push({ kind: 'child', name })
    else if (whole.startsWith('resolve')) steps.push({ kind: 'resolve' })
    rest = rest.slice(whole.length)
  }
  return steps
}

export class Discriminators {
  private readonly means: DiscriminatorMeans

  constructor(means: DiscriminatorMeans) {
    this.means = means
  }

  /** Whether a value is of a slice: what the slice does not say of a discriminator is left open, as long as it says something of one. */
  matches(node: NodeItem, slice: ElementRule, discriminators: readonly Discriminator[]): Exclude<Match, 'silent'> {
    const matches = discriminators.map((each) => this.matchesOne(node, slice, each))
    if (matches.includes('no')) return 'no'
    return matches.includes('unknown') || !matches.includes('yes') ? 'unknown' : 'yes'
  }

  private matchesOne(node: NodeItem, slice: ElementRule, { type, path }: Discriminator): Match {
    const steps = stepsOf(path)
    if (!steps || type === 'position') return 'unknown'
    const places = steps.reduce<Place[]>((from, step) => this.follow(from, step), [{ node, isUnresolved: false }])
    const sides = steps.reduce<Side[]>((from, step) => this.followRules(from, step), [{ rules: [slice], target: undefined }])
    const exists = existence(places, sides)
    if (type === 'exists') return exists
    if (places.length === 0)
      return exists === 'yes' ? 'yes' : sides.every(({ rules, target }) => rules.length === 0 && !target) ? 'silent' : 'no'
    if (exists === 'no') return 'no'
    const match = best(sides.flatMap((side) => places.map((place) => this.judge(type, place, side))))
    return match === 'silent' ? exists : match
  }

  private judge(type: string, place: Place, side: Side): Match {
    if (type === 'type') return this.isOfType(place, side)
    if (place.isUnresolved) return 'unknown'
    if (type === 'profile') return this.isOfProfile(place.node, side)
    if (type !== 'value' && type !== 'pattern') return 'silent'
    return best(this.withProfiles(side).map((rules) => this.fits(rules, place.node)))
  }

  private follow(places: readonly Place[], step: Step): Place[] {
    const { nodes } = this.means
    return places.flatMap(({ node, isUnresolved }): Place[] => {
      if (isUnresolved) return []
      const at = (found: readonly NodeItem[]) => found.map((each) => ({ node: each, isUnresolved: false }))
      switch (step.kind) {
        case 'child':
          return at(nodes.childrenOf(node, step.name))
        case 'extension':
          return at(nodes.childrenOf(node, 'extension').filter(({ value }) => isObject(value) && value.url === step.name))
        case 'ofType':
          return nodes.model.isA(node.plan.name, step.name) ? at([node]) : []
        default: {
          const reference = referenceOf(node)
          const target = reference === undefined ? undefined : nodes.resolve(reference, node)
          return target ? at([target]) : [{ node, isUnresolved: true }]
        }
      }
    })
  }

  private followRules(sides: readonly Side[], step: Step): Side[] {
    return sides.flatMap((side): Side[] => {
      if (step.kind === 'resolve') return this.targetsOf(side)
      return this.withProfiles(side).flatMap((rules) => {
        const below = rules.flatMap((rule) => this.childRules(rule, step))
        const needed = below.flatMap(({ slices }) => slices.filter(({ min = 0 }) => min > 0))
        // Where a slice has to be there, one of the values fits it.
        const choices = needed.length > 0 ? needed.map((slice) => [...below, slice]) : [below]
        return choices.map((each) => ({ rules: each, target: undefined }))
      })
    })
  }

  private childRules(rule: ElementRule, step: Exclude<Step, { kind: 'resolve' }>): readonly ElementRule[] {
    if (step.kind === 'child') {
      const own = rule.children.get(step.name)
      return [
        ...presentOf(own),
        ...presentOf(withinFixed(rule, step.name)),
        ...presentOf(own ? undefined : this.addressRule(rule, step.name)),
      ]
    }
    if (step.kind === 'ofType') return [rule, ...rule.slices.filter(({ types = [] }) => types.some(({ code }) => code === step.name))]
    return rule.children.get('extension')?.slices.filter((slice) => this.urlOf(slice) === step.name) ?? []
  }

  /** The address of an extension is known by its canonical, though its definition is not loaded. */
  private addressRule(rule: ElementRule, name: string): ElementRule | undefined {
    if (name !== 'url' || (rule.name !== 'extension' && rule.name !== 'modifierExtension')) return undefined
    const url = rule.types?.flatMap(({ profiles }) => profiles)[0]?.split('|')[0]
    return url === undefined ? undefined : { ...newRule(`${rule.id}.url`, 'url', {}), fixed: url }
  }

  /** The address that an extension of a slice has. */
  private urlOf(slice: ElementRule): unknown {
    const own = slice.children.get('url')?.fixed
    return own ?? slice.types?.find(({ profiles }) => profiles.length > 0)?.profiles[0]?.split('|')[0]
  }

  private targetsOf({ rules }: Side): Side[] {
    return rules.flatMap((rule) =>
      (rule.types ?? []).flatMap(({ targetProfiles }) =>
        targetProfiles.map((canonical) => {
          const found = this.means.profiles.get(canonical, rule.package)
          const type = this.means.profiles.typeOf(canonical, rule.package)
          return { rules: found && 'profile' in found ? [found.profile.root] : [], target: { type, canonical, rule } }
        }),
      ),
    )
  }

  /** The rules with those of the profiles that the types demand; one list for each profile that may be chosen. */
  private withProfiles({ rules }: Side): ElementRule[][] {
    return rules.reduce<ElementRule[][]>(
      (lists, rule) => {
        const canonicals = (rule.types ?? []).flatMap(({ profiles }) => profiles)
        const roots = canonicals.map((each) => {
          const found = this.means.profiles.get(each, rule.package)
          return found && 'profile' in found ? [found.profile.root] : []
        })
        const choices = roots.length > 0 ? roots : [[]]
        return lists.flatMap((list) => choices.map((choice) => [...list, rule, ...choice]))
      },
      [[]],
    )
  }

  private isOfType({ node, isUnresolved }: Place, { rules, target }: Side): Match {
    const { model } = this.means.nodes
    if (target) {
      const type = isUnresolved ? statedType(node, model) : node.plan.name
      if (type === undefined || target.type === undefined) return 'unknown'
      return model.isA(type, target.type) ? 'yes' : 'no'
    }
    const typed = rules.find(({ types }) => types !== undefined)
    if (!typed) return 'silent'
    return typed.types!.some(({ code }) => isOfCode(model, node.plan, code)) ? 'yes' : 'no'
  }

  private isOfProfile(node: NodeItem, { rules, target }: Side): Match {
    const requested = target
      ? [{ canonical: target.canonical, rule: target.rule }]
      : rules.flatMap((rule) => (rule.types ?? []).flatMap(({ profiles }) => profiles.map((canonical) => ({ canonical, rule }))))
    if (requested.length === 0) return 'silent'
    return best(
      requested.map(({ canonical, rule }): Match => {
        const conforms = this.means.conforms(node, canonical, rule)
        return conforms === undefined ? 'unknown' : conforms ? 'yes' : 'no'
      }),
    )
  }

  /** Whether a value is what the rules fix. */
  private fits(rules: readonly ElementRule[], node: NodeItem): Match {
    return all(rules.map((rule) => this.fitsOne(rule, node)))
  }

  private fitsOne(rule: ElementRule, node: NodeItem): Match {
    const { fixed, pattern, binding, children } = rule
    if (fixed !== undefined) return node.value !== undefined && isFixed(node.value, fixed) ? 'yes' : 'no'
    if (pattern !== undefined) return fitsPattern(node.value, pattern) ? 'yes' : 'no'
    const bound = binding?.strength === 'required' ? this.means.isBound(node, rule) : 'silent'
    return all([bound, ...[...children.values()].map((child) => this.fitsChild(child, node))])
  }

  /** One of the values below is what the rules fix; where none has to be there, none is as good. */
  private fitsChild(rule: ElementRule, node: NodeItem): Match {
    const items = this.means.nodes.childrenOf(node, rule.name)
    const needed = [rule, ...rule.slices.filter(({ min }) => min !== undefined && min > 0)]
    return all(
      needed.map((each) => {
        if (items.length > 0) return best(items.map((item) => this.fits([each], item)))
        return (each.min ?? 0) > 0 && hasFixed(each) ? 'no' : 'silent'
      }),
    )
  }
}

function hasFixed(rule: ElementRule): boolean {
  return rule.fixed !== undefined || rule.pattern !== undefined || [...rule.children.values()].some(hasFixed)
}

function existence(places: readonly Place[], sides: readonly Side[]): Match {
  const rules = sides.flatMap((side) => side.rules)
  if (rules.some(({ max }) => max === 0)) return places.length === 0 ? 'yes' : 'no'
  if (rules.some(({ min }) => min !== undefined && min > 0)) return places.length > 0 ? 'yes' : 'no'
  return 'silent'
}

/** What the fixed value or pattern of an element says of a part of it. */
function withinFixed(rule: ElementRule, name: string): ElementRule | undefined {
  const { fixed, pattern, id } = rule
  const whole = fixed ?? pattern
  if (!isObject(whole) || !Object.hasOwn(whole, name)) return undefined
  const part = whole[name]!
  return { ...newRule(`${id}.${name}`, name, {}), pattern: Array.isArray(part) ? part[0] : part }
}

/** One of several is enough. */
function best(matches: readonly Match[]): Match {
  return (['yes', 'unknown', 'no'] as const).find((each) => matches.includes(each)) ?? 'silent'
}

/** All of several are needed. */
function all(matches: readonly Match[]): Match {
  return (['no', 'unknown', 'yes'] as const).find((each) => matches.includes(each)) ?? 'silent'
}

function presentOf<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value]
}

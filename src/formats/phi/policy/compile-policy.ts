// A policy made ready for use: one action for each category, rules for paths, and no contradiction in it.
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'
import type { PhiAction, PhiPolicy, PhiPreset } from './policy-schema.ts'

/** What is done with one category or path. */
export interface Directive {
  readonly action: PhiAction
  readonly numbered: boolean
  /** JSON pointer of the rule, or of the policy where no rule holds. */
  readonly pointer: string
}

interface PathRule extends Directive {
  readonly path: string
}

export interface CompiledPolicy {
  readonly name: string
  readonly preset: PhiPreset | undefined
  readonly needsKey: boolean
  /** True where a date may be shifted, so that it matters whom a date belongs to. */
  readonly shiftsDates: boolean
  /** What is done with a value; a rule for a path wins over one for a category, the longest path over a shorter one. */
  directiveOf(category: PhiCategory, path?: string): Directive
  /** True where any rule is for a path. */
  readonly hasPathRules: boolean
  /** True where a rule is for the path, whatever stands there. */
  hasRuleFor(path: string): boolean
}

const POLICY = '/options/policy'
const all = (action: PhiAction) =>
  Object.fromEntries(PHI_CATEGORIES.map((category) => [category, action])) as Record<PhiCategory, PhiAction>

/** What each named policy does. 164.514(e)(2) lets a limited data set keep dates, ages, towns, states and ZIP codes. */
const PRESETS: Readonly<Record<PhiPreset, Readonly<Record<PhiCategory, PhiAction>>>> = {
  'safe-harbor': { ...all('replace'), location: 'generalize', date: 'year', age: 'generalize' },
  'limited-data-set': { ...all('replace'), location: 'generalize', date: 'keep', age: 'keep', profession: 'keep' },
  pseudonymize: {
    ...all('surrogate'),
    date: 'date-shift',
    age: 'generalize',
    profession: 'keep',
    biometric: 'replace',
    photo: 'replace',
  },
}

/** Categories that an action is for; an action that is not here suits all. */
const SUITS: Partial<Record<PhiAction, readonly PhiCategory[]>> = {
  'date-shift': ['date'],
  year: ['date'],
  generalize: ['date', 'age', 'location'],
  surrogate: PHI_CATEGORIES.filter((category) => category !== 'biometric' && category !== 'photo' && category !== 'age'),
}
const KEYED: ReadonlySet<PhiAction> = new Set(['hash', 'surrogate', 'date-shift'])

/** True where the action can be done to values of the category. */
export function suits(action: PhiAction, category: PhiCategory): boolean {
  return SUITS[action]?.includes(category) ?? true
}

/** Named policies without rules. */
const named = new Map<string, CompiledPolicy>()

/**
 * Compiles a named policy once: documents of a stream are small.
 * @throws ProblemError `invalid_input` with a pointer for every rule that contradicts another rule, its category or the policy's law
 */
export function compilePolicy(policy: PhiPolicy): CompiledPolicy {
  if (typeof policy !== 'string') return compile(policy)
  let compiled = named.get(policy)
  if (!compiled) {
    compiled = compile(policy)
    named.set(policy, compiled)
  }
  return compiled
}

function compile(policy: PhiPolicy): CompiledPolicy {
  const base = typeof policy === 'string' ? policy : policy.default
  const preset = base in PRESETS ? (base as PhiPreset) : undefined
  const categories = preset ? { ...PRESETS[preset] } : spreadAction(base as PhiAction)
  const directives = new Map<PhiCategory, Directive>(
    PHI_CATEGORIES.map((category) => [category, { action: categories[category], numbered: false, pointer: POLICY }]),
  )
  const paths: PathRule[] = []
  const findings: ProblemItem[] = []
  const rules = typeof policy === 'string' ? [] : policy.rules
  for (const [i, { category, path, action, numbered }] of rules.entries()) {
    const pointer = `${POLICY}/rules/${i}`
    const objection = objectTo({ category, path, action, numbered, preset })
    if (objection) findings.push({ pointer, ...objection })
    else if (category !== undefined) {
      if (directives.get(category)!.pointer !== POLICY)
        findings.push({ pointer, code: 'contradiction', detail: 'another rule is for the same category' })
      else directives.set(category, { action, numbered, pointer })
    } else if (paths.some((rule) => rule.path === path)) {
      findings.push({ pointer, code: 'contradiction', detail: 'another rule is for the same path' })
    } else paths.push({ path: path!, action, numbered, pointer })
  }
  if (findings.length > 0) throw new ProblemError('The policy contradicts itself.', { code: 'invalid_input', errors: findings })
  paths.sort((a, b) => b.path.length - a.path.length)
  const actions = [...directives.values(), ...paths].map(({ action }) => action)
  return {
    name: nameOf(preset, rules.length),
    preset,
    needsKey: actions.some((action) => KEYED.has(action)),
    shiftsDates: actions.includes('date-shift'),
    directiveOf: (category, path) => {
      const rule = path === undefined ? undefined : paths.find((candidate) => covers(candidate.path, path))
      return rule ?? directives.get(category)!
    },
    hasPathRules: paths.length > 0,
    hasRuleFor: (path) => paths.some((candidate) => covers(candidate.path, path)),
  }
}

function nameOf(preset: PhiPreset | undefined, ruleCount: number): string {
  if (preset === undefined) return 'custom'
  return ruleCount > 0 ? `${preset}+rules` : preset
}

/** One action for all categories, and the nearest one where it does not suit. */
function spreadAction(action: PhiAction): Record<PhiCategory, PhiAction> {
  const categories = all(action)
  if (action !== 'surrogate') return categories
  return { ...categories, date: 'date-shift', age: 'generalize', biometric: 'replace', photo: 'replace' }
}

interface Rule {
  readonly category: PhiCategory | undefined
  readonly path: string | undefined
  readonly action: PhiAction
  readonly numbered: boolean
  readonly preset: PhiPreset | undefined
}

function objectTo({ category, path, action, numbered, preset }: Rule): { code: string; detail: string } | undefined {
  if ((category === undefined) === (path === undefined))
    return { code: 'invalid_value', detail: 'a rule names either a category or a path' }
  if (numbered && action !== 'replace') return { code: 'contradiction', detail: 'only replace can be numbered' }
  if (category !== undefined && !suits(action, category)) return { code: 'contradiction', detail: `${action} is not for ${category}` }
  if (preset !== 'safe-harbor') return undefined
  if (KEYED.has(action))
    return { code: 'contradiction', detail: `safe-harbor allows no value made from the original (45 CFR 164.514(c)): ${action}` }
  if (category !== undefined && action === 'keep') return { code: 'contradiction', detail: `safe-harbor does not keep ${category}` }
  return undefined
}

/** True where the path is the rule's or lies below it: `PID-5` covers `PID-5.1` and `PID-5[2]`, not `PID-55`. */
export function covers(rule: string, path: string): boolean {
  return path.startsWith(rule) && (path.length === rule.length || '.-/[(:'.includes(path[rule.length]!))
}

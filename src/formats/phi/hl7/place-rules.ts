// The caller's rules for places of HL7 v2, checked against the dictionary: a misspelt place is refused, because a rule without effect would
// leave what it was meant to remove.
import { nearestName } from '../../../core/nearest-name.ts'
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'
import { componentDefinitions, compositeNames, isDataType, isKnownSegment, segmentNames } from '../../hl7/dictionary/dictionary.ts'
import { HL7_VERSIONS } from '../../hl7/dictionary/versions.ts'
import type { PhiAction, PhiPolicy } from '../policy/policy-schema.ts'
import { type Objection, objectToAction } from '../policy/rule-actions.ts'
import { lastPosition, lookUpComponent, lookUpField } from './field-lookup.ts'
import type { Leaf } from './leaf.ts'

export interface PlaceRule {
  readonly path?: string | undefined
  readonly dataType?: string | undefined
  readonly segment?: string | undefined
  readonly action: PhiAction
}

/** The action that a rule has for a leaf: the longest path wins, then the segment, then the innermost data type. */
export type ActionFor = (leaf: Leaf) => PhiAction | undefined

const LATEST = HL7_VERSIONS.at(-1)!
const DATE_TYPES = ['DT', 'DTM', 'TS', 'DR']

export interface RuleSettings {
  readonly policy: PhiPolicy
  readonly hasKey: boolean
}

/** @throws ProblemError `invalid_input` with a pointer for every rule that is for no place of HL7 or contradicts another one or the policy */
export function compilePlaceRules(rules: readonly PlaceRule[], { policy, hasKey }: RuleSettings): ActionFor {
  const findings: ProblemItem[] = []
  const seen = new Set<string>()
  for (const [i, rule] of rules.entries()) {
    const pointer = `/options/rules/${i}`
    const target = `${rule.path}/${rule.dataType}/${rule.segment}`
    const objection =
      objectToPlace(rule) ?? objectToAction(rule.action, { policy, hasKey, isRepeated: seen.has(target) }) ?? objectToType(rule)
    if (objection) findings.push({ pointer, ...objection })
    seen.add(target)
  }
  for (const [i, { path }] of (typeof policy === 'string' ? [] : policy.rules).entries()) {
    const objection = path === undefined ? undefined : objectToPath(path)
    if (objection) findings.push({ pointer: `/options/policy/rules/${i}/path`, ...objection })
  }
  if (findings.length > 0) throw new ProblemError('A rule cannot be applied.', { code: 'invalid_input', errors: findings })
  return matcherOf(rules)
}

function objectToPlace({ path, dataType, segment }: PlaceRule): Objection | undefined {
  const named = [path, dataType, segment].filter((each) => each !== undefined).length
  if (named !== 1) return { code: 'invalid_value', detail: 'a rule names a path, a dataType or a segment, one of them' }
  if (path !== undefined) return objectToPath(path)
  if (segment !== undefined) return objectToSegment(segment)
  if (isDataType(dataType!)) return undefined
  return { code: 'unknown_path', detail: `no version has the data type${suggest(dataType!, compositeNames())}` }
}

function objectToSegment(segment: string): Objection | undefined {
  if (isKnownSegment(segment) || /^Z[A-Z0-9]{2}$/.test(segment)) return undefined
  return { code: 'unknown_path', detail: `no version has the segment${suggest(segment, segmentNames())}` }
}

function objectToPath(path: string): Objection | undefined {
  const match = /^([A-Z][A-Z0-9]{2})(?:-(\d{1,3})(?:\.(\d{1,2})(?:\.(\d{1,2}))?)?)?$/.exec(path)
  if (!match) {
    const segment = /^[A-Za-z0-9]{1,5}/.exec(path)?.[0] ?? ''
    const detail = `expected a segment, field, component or subcomponent such as PID-5.1${isKnownSegment(segment) ? '' : suggest(segment, segmentNames())}`
    return { code: 'unknown_path', detail }
  }
  const [, segment = '', field, component] = match
  const objection = objectToSegment(segment)
  if (objection || field === undefined || !isKnownSegment(segment)) return objection
  const position = Number(field)
  const definition = lookUpField(LATEST, segment, position)
  if (!definition && !(segment === 'QPD' || segment === 'RDT'))
    return { code: 'unknown_path', detail: `no version has the field; the last one is ${segment}-${lastPosition(segment)}` }
  if (component === undefined || !definition || definition.composite === 'varies') return undefined
  const isThere = HL7_VERSIONS.some((version) => {
    const own = lookUpField(version, segment, position)
    return own !== undefined && (lookUpComponent(version, own.composite, Number(component)) !== undefined || Number(component) === 1)
  })
  if (isThere) return undefined
  const last = componentDefinitions(LATEST, definition.composite).at(-1)?.position ?? 1
  return { code: 'unknown_path', detail: `no version has the component; the last one is ${segment}-${field}.${last}` }
}

function suggest(name: string, known: readonly string[]): string {
  const nearest = name === '' ? undefined : nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

function objectToType({ action, dataType }: PlaceRule): Objection | undefined {
  const isForDates = action === 'date-shift' || action === 'year'
  if (isForDates && dataType !== undefined && !DATE_TYPES.includes(dataType))
    return { code: 'contradiction', detail: `${action} is not for ${dataType}` }
  return undefined
}

function matcherOf(rules: readonly PlaceRule[]): ActionFor {
  if (rules.length === 0) return () => undefined
  const paths = new Map<string, PhiAction>()
  const types = new Map<string, PhiAction>()
  for (const { path, segment, dataType, action } of rules) {
    if (dataType === undefined) paths.set((path ?? segment)!, action)
    else types.set(dataType, action)
  }
  return ({ place, types: own }) => {
    for (let at = place; at !== ''; at = parentOf(at)) {
      const action = paths.get(at)
      if (action) return action
    }
    const type = own.findLast((each) => types.has(each))
    return type === undefined ? undefined : types.get(type)
  }
}

/** `PID-5.1` is below `PID-5`, which is below `PID`. */
function parentOf(place: string): string {
  return place.slice(0, Math.max(place.lastIndexOf('.'), place.lastIndexOf('-'), 0))
}

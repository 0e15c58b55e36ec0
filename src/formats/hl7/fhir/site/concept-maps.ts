// ConceptMaps of a site: codes that stand before those of the guide's code maps, and codes that are added beside those of a system.
import { ProblemError, type ProblemItem } from '../../../../core/problem.ts'
import { type CodeOverride, codeMapsTo, isAddress, isCodeMap, type MappedCode } from '../code-systems.ts'
import type { FhirNode, Resource } from '../fhir-node.ts'
import { setValue } from '../rows/set-value.ts'
import type { ConceptMap } from './site-options.ts'

export interface SiteCodes {
  /** For the code maps of the guide. */
  readonly overrides: readonly CodeOverride[]
  /** By system and code of a coding. */
  readonly beside: ReadonlyMap<string, readonly MappedCode[]>
}

type Group = ConceptMap['group'][number]

/** @throws ProblemError `invalid_input` with a pointer to what has no meaning here: other maps, dependencies, groups without systems */
export function readConceptMaps(maps: readonly ConceptMap[]): SiteCodes {
  const items: ProblemItem[] = []
  const overrides: CodeOverride[] = []
  const beside = new Map<string, MappedCode[]>()
  for (const [i, map] of maps.entries()) {
    const rule = `ConceptMap ${map.name ?? map.url ?? i + 1}`
    for (const [j, group] of map.group.entries()) {
      const pointer = `/options/conceptMaps/${i}/group/${j}`
      checkGroup(group, pointer, items)
      const name = map.name !== undefined && isCodeMap(map.name) ? map.name : nameOf(group)
      if (name === undefined && group.source === undefined)
        items.push({
          pointer: `${pointer}/source`,
          code: 'invalid_value',
          detail: 'expected the source system, or the name of a code map of the guide',
        })
      for (const { code: from, target } of group.element) {
        const mapped = target.flatMap((each): MappedCode[] => {
          if (each.code === undefined || NO_MATCH.has(each.equivalence)) return []
          return [{ code: each.code, system: group.target ?? '', display: each.display ?? '', rule }]
        })
        const [first] = mapped
        if (name !== undefined && first)
          overrides.push({ map: name, from, to: first.code, system: first.system, display: first.display, rule })
        if (group.source !== undefined && group.target !== undefined)
          beside.set(`${group.source} ${from}`, [...(beside.get(`${group.source} ${from}`) ?? []), ...mapped])
      }
    }
  }
  if (items.length > 0) throw new ProblemError('A ConceptMap cannot be used.', { code: 'invalid_input', errors: items })
  return { overrides, beside }
}

const NO_MATCH: ReadonlySet<string> = new Set(['unmatched', 'disjoint'])

function checkGroup({ source, target, element, unmapped }: Group, pointer: string, items: ProblemItem[]): void {
  const report = (member: string, detail: string) => items.push({ pointer: `${pointer}/${member}`, code: 'invalid_value', detail })
  if (source !== undefined && !isAddress(source)) report('source', 'is no absolute address')
  if (target !== undefined && !isAddress(target)) report('target', 'is no absolute address')
  if (unmapped && unmapped.mode !== 'provided') report('unmapped', 'codes that are not listed stay as they are: only the mode provided')
  for (const [i, { target: targets }] of element.entries()) {
    for (const [j, { dependsOn, product }] of targets.entries())
      if (dependsOn ?? product) report(`element/${i}/target/${j}`, 'dependsOn and product are not computed')
  }
}

/** The one code map of the guide that leads to the system of the group. */
function nameOf({ source, target }: Group): string | undefined {
  if (target === undefined || (source !== undefined && !/^http:\/\/terminology\.hl7\.org\/CodeSystem\/v2-[0-9]{4}$/.test(source)))
    return undefined
  const [name, more] = codeMapsTo(target)
  return more === undefined ? name : undefined
}

/** Adds the codes of the site to every concept that holds a code of their source. */
export function addSiteCodes(resources: readonly Resource[], beside: SiteCodes['beside']): void {
  if (beside.size > 0) for (const { node } of resources) visit(node, beside)
}

function visit(node: FhirNode, beside: SiteCodes['beside']): void {
  if (node.type === 'CodeableConcept') addCodes(node, beside)
  for (const { occurrences } of node.children) for (const child of occurrences) if (child.children.length > 0) visit(child, beside)
}

function addCodes(concept: FhirNode, beside: SiteCodes['beside']): void {
  const codings = concept.list('coding') ?? []
  for (const coding of [...codings]) {
    const code = coding.first('code')
    const mapped = beside.get(`${String(coding.first('system')?.value)} ${String(code?.value)}`)
    if (!mapped || !code) continue
    for (const { code: value, system, display, rule } of mapped) {
      if (codings.some((each) => each.first('code')?.value === value && each.first('system')?.value === system)) continue
      const target = concept.child('coding', `site ${system} ${value}`)!
      setValue(target.child('system', '')!, system, [], false)
      const own = target.child('code', '')!
      setValue(own, value, code.leaves, false)
      own.rule = rule
      if (display !== '') setValue(target.child('display', '')!, display, [], false)
    }
  }
}

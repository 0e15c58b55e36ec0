// The conformance resources that are loaded, found by canonical: those of packages, and those that the program has of each version of FHIR.
import type { JsonObject } from '../json/json-value.ts'
import { readJson } from '../json/read-json.ts'
import { readBlocks, readSection } from '../model/read-tables.ts'
import type { FhirVersion } from '../model/versions.ts'
import type { Canonical, CodeSystemDefinition, ResourceDefinition, StructureDefinition, ValueSetDefinition } from './definitions.ts'
import { contextOf, readElementRow } from './read-definition.ts'
import type { GuidePackage } from './read-package.ts'

/** A definition and the package that it came in; undefined for those of the program. */
export interface Loaded<T> {
  readonly definition: T
  readonly package: GuidePackage | undefined
}

type Index<T> = ReadonlyMap<string, readonly Loaded<T>[]>

const CORE = 'http://hl7.org/fhir/StructureDefinition/'
/** The versions that core definitions have in canonicals: `…|4.0.1`, `…|4.0`. */
const NUMBERS: Readonly<Record<FhirVersion, string>> = { R4: '4.0.1', R4B: '4.3.0', R5: '5.0.0' }

export class Guides {
  readonly version: FhirVersion
  readonly packages: readonly GuidePackage[]
  private readonly structures: Index<StructureDefinition>
  private readonly valueSets: Index<ValueSetDefinition>
  private readonly codeSystems: Index<CodeSystemDefinition>
  private readonly resources: Index<ResourceDefinition>
  private readonly below: Guides | undefined

  /** @param below where what these packages do not have is looked for */
  constructor(version: FhirVersion, packages: readonly GuidePackage[], below?: Guides) {
    this.version = version
    this.packages = packages
    this.below = below
    this.structures = indexOf(packages, ({ structures }) => structures)
    this.valueSets = indexOf(packages, ({ valueSets }) => valueSets)
    this.codeSystems = indexOf(packages, ({ codeSystems }) => codeSystems)
    this.resources = indexOf(packages, ({ resources }) => resources)
  }

  /**
   * @param canonical with `|version` or without
   * @param from the package that names it: its own definitions come first, then those of the packages that it depends on, then the newest
   */
  structure(canonical: string, from?: GuidePackage): Loaded<StructureDefinition> | undefined {
    return choose(this.structures, canonical, from) ?? this.below?.structure(canonical, from) ?? this.coreStructure(canonical)
  }

  valueSet(canonical: string, from?: GuidePackage): Loaded<ValueSetDefinition> | undefined {
    return choose(this.valueSets, canonical, from) ?? this.below?.valueSet(canonical, from)
  }

  codeSystem(canonical: string, from?: GuidePackage): Loaded<CodeSystemDefinition> | undefined {
    return choose(this.codeSystems, canonical, from) ?? this.below?.codeSystem(canonical, from)
  }

  /** A Questionnaire, Measure or SearchParameter. */
  resource(type: string, canonical: string): JsonObject | undefined {
    const found = choose(this.resources, canonical, undefined)?.definition.resource
    return found?.resourceType === type ? found : this.below?.resource(type, canonical)
  }

  private coreStructure(canonical: string): Loaded<StructureDefinition> | undefined {
    const [url = '', version] = canonical.split('|')
    const number = NUMBERS[this.version]
    const definition = coreStructures(this.version)(url)
    const isNamed = version === undefined || version === number || number.startsWith(`${version}.`)
    return definition && (isNamed || definition.isLater) ? { definition, package: undefined } : undefined
  }
}

function indexOf<T extends Canonical>(packages: readonly GuidePackage[], of: (each: GuidePackage) => readonly T[]): Index<T> {
  const index = new Map<string, Loaded<T>[]>()
  for (const each of packages) {
    for (const definition of of(each)) {
      const loaded = { definition, package: each }
      const known = index.get(definition.url)
      if (known) known.push(loaded)
      else index.set(definition.url, [loaded])
    }
  }
  return index
}

function choose<T extends Canonical>(index: Index<T>, canonical: string, from: GuidePackage | undefined): Loaded<T> | undefined {
  const [url = '', version] = canonical.split('|')
  const all = index.get(url)
  if (!all) return undefined
  if (version !== undefined) {
    const exact = all.find(({ definition }) => definition.version === version)
    // `1.2` is for the newest of its patches; a definition without a version is for any.
    return exact ?? newest(all.filter((each) => each.definition.version?.startsWith(`${version}.`) ?? true))
  }
  if (all.length === 1 || !from) return newest(all)
  const own = all.filter((each) => each.package === from)
  const needed = all.filter((each) => each.package && isVersion(from.dependencies[each.package.name], each.package.version))
  return newest(own) ?? newest(needed) ?? newest(all)
}

/** `5.2.x` and `5.2.0` are for `5.2.0`. */
function isVersion(requested: string | undefined, version: string): boolean {
  if (requested === undefined) return false
  return requested === version || requested === 'latest' || (/\.[xX*]$/.test(requested) && version.startsWith(requested.slice(0, -1)))
}

function newest<T extends Canonical>(all: readonly Loaded<T>[]): Loaded<T> | undefined {
  return all.reduce<Loaded<T> | undefined>((best, each) => {
    return best && compareVersions(best.definition.version ?? '', each.definition.version ?? '') >= 0 ? best : each
  }, undefined)
}

/** Numbers part by part; what has a label behind a hyphen comes before what has none. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split(/[.-]/), b.split(/[.-]/)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [x = '', y = ''] = [left[i], right[i]]
    if (x === y) continue
    const [m, n] = [Number(x === '' ? '0' : x), Number(y === '' ? '0' : y)]
    if (Number.isNaN(m) || Number.isNaN(n)) return Number.isNaN(m) && Number.isNaN(n) ? (x < y ? -1 : 1) : Number.isNaN(m) ? -1 : 1
    if (m !== n) return m - n
  }
  return 0
}

const opened = new Map<FhirVersion, (url: string) => StructureDefinition | undefined>()

/** The profiles and extensions that come with a version of FHIR, read one by one. */
function coreStructures(version: FhirVersion): (url: string) => StructureDefinition | undefined {
  let find = opened.get(version)
  if (!find) {
    const blocks = readBlocks(readSection(version, 'profiles'))
    const known = new Map<string, StructureDefinition | undefined>()
    find = (url) => {
      const key = url.startsWith(CORE) ? url.slice(CORE.length) : url
      if (!known.has(key)) {
        const block = blocks.get(key)
        known.set(key, block && correct(key, readCore(key, block.body)))
      }
      return known.get(key)
    }
    opened.set(version, find)
  }
  return find
}

interface PackedProfile {
  readonly name: string
  readonly type: string
  readonly base: string
  readonly abstract?: boolean
  readonly isLater?: boolean
  /** It stands in `modifierExtension`. */
  readonly isModifier?: boolean
  /** `e Patient.contact`. */
  readonly context?: readonly string[]
  readonly contextInvariant?: readonly string[]
  readonly element?: readonly JsonObject[]
}

/** Places where HL7's own definitions have an extension that does not list them. */
const MORE_CONTEXTS: Readonly<Record<string, readonly string[]>> = {
  'structuredefinition-fhir-type': ['ElementDefinition.type'],
  'structuredefinition-normative-version': ['ElementDefinition', 'DomainResource'],
  regex: ['ElementDefinition.type'],
}

/** R4 binds the units of components of vital signs as required, to a list that lacks units of its own examples; HL7 corrected it to extensible. */
function correct(key: string, structure: StructureDefinition): StructureDefinition {
  const more = Object.hasOwn(MORE_CONTEXTS, key) ? MORE_CONTEXTS[key] : undefined
  if (more) {
    const contexts = more.map((expression) => ({ type: 'element', expression }) as const)
    return { ...structure, contexts: [...structure.contexts, ...contexts] }
  }
  if (key !== 'vitalsigns') return structure
  const differential = structure.differential.map((row) => {
    const isUnits = row.id === 'Observation.component.value[x]' && row.binding
    return isUnits ? { ...row, binding: { ...row.binding!, strength: 'extensible' as const } } : row
  })
  return { ...structure, differential }
}

function readCore(key: string, body: string): StructureDefinition {
  const packed = readJson(body) as unknown as PackedProfile
  const { name, type, base, abstract, isLater, isModifier, context = [], contextInvariant = [], element = [] } = packed
  const url = fullUrl(key)
  const rows =
    type === 'Extension'
      ? [{ id: 'Extension', isModifier: isModifier === true }, ...element, { id: 'Extension.url', fixedUri: url }]
      : element
  return {
    url,
    version: undefined,
    name,
    type,
    kind: type === 'Extension' ? 'complex-type' : 'resource',
    base: fullUrl(base),
    abstract: abstract === true,
    isConstraint: true,
    isLater: isLater === true,
    contexts: context.map((each) => contextOf(each.slice(0, 1), each.slice(2))),
    contextInvariants: contextInvariant,
    differential: rows.map(readElementRow),
    snapshot: undefined,
  }
}

function fullUrl(key: string): string {
  return key.includes(':') ? key : CORE + key
}

// Opens guides for the calls of a tool: those of a site once for all calls, those of a call on top of them.
import type { SitePackages } from '../../../core/tool.ts'
import { modelOf } from '../model/element-plan.ts'
import type { FhirVersion } from '../model/versions.ts'
import { GuideSets } from '../terminology/expand.ts'
import { Profiles } from './compile-profile.ts'
import { Guides } from './guides.ts'
import { type GuidePackage, readPackage } from './read-package.ts'
import type { LoadedGuides } from './validate-profiles.ts'

/** Of choices of packages; callers name few. */
const MAX_OPENED = 16

let bytes: readonly Uint8Array[] = []
let site: readonly GuidePackage[] | undefined
const opened = new Map<string, LoadedGuides & { readonly guides: Guides }>()
/** A package that was looked at before it came into use is not read again. */
const known = new WeakMap<Uint8Array, GuidePackage>()
/** What calls bring themselves, over the guides of the site. */
const extended = new WeakMap<GuidePackage, LoadedGuides & { readonly below: Guides }>()

/** The packages of a site, for every call of this thread. */
export const sitePackagesOfFhir: SitePackages = {
  inspect(content) {
    const { name, version, fhirVersions, dependencies, structures, valueSets, codeSystems } = readOnce(content)
    const counts = [`${structures.length} profiles and extensions`, `${valueSets.length} value sets`, `${codeSystems.length} code systems`]
    return { name, version, dependencies, summary: `for ${fhirVersions.join(', ')}: ${counts.join(', ')}` }
  },
  use(packages) {
    bytes = packages
    site = undefined
    opened.clear()
  },
}

/** The packages of the site. */
export function sitePackages(): readonly GuidePackage[] {
  site ??= bytes.map(readOnce)
  return site
}

function readOnce(content: Uint8Array): GuidePackage {
  let found = known.get(content)
  if (!found) {
    found = readPackage(content)
    known.set(content, found)
  }
  return found
}

/**
 * @param names packages of the site that are to be used; undefined for all of them
 * @param own what the call brings itself, which comes before the packages of the site
 */
export function openGuides(version: FhirVersion, names: readonly string[] | undefined, own: GuidePackage | undefined): LoadedGuides {
  const key = `${version} ${names ? [...names].sort().join(' ') : '*'}`
  let guidesOfKey = opened.get(key)
  if (!guidesOfKey) {
    const packages = sitePackages().filter(({ name, fhirVersions }) => fhirVersions.includes(version) && (names?.includes(name) ?? true))
    const guides = new Guides(version, packages)
    guidesOfKey = { guides, ...loaded(guides) }
    if (opened.size >= MAX_OPENED) opened.clear()
    opened.set(key, guidesOfKey)
  }
  if (!own) return guidesOfKey
  const ofOwn = extended.get(own)
  if (ofOwn?.below === guidesOfKey.guides) return ofOwn
  const read = { ...loaded(new Guides(version, [own], guidesOfKey.guides)), below: guidesOfKey.guides }
  extended.set(own, read)
  return read
}

function loaded(guides: Guides): LoadedGuides {
  return { profiles: new Profiles(modelOf(guides.version), guides), sets: new GuideSets(guides) }
}

// Opens guides for the calls of a tool: those of a site once for all calls, those of a call on top of them.
import { modelOf } from '../model/element-plan.ts'
import type { FhirVersion } from '../model/versions.ts'
import { GuideSets } from '../terminology/expand.ts'
import { Profiles } from './compile-profile.ts'
import { Guides } from './guides.ts'
import type { GuidePackage } from './read-package.ts'
import type { LoadedGuides } from './validate-profiles.ts'

/** Of choices of packages; callers name few. */
const MAX_OPENED = 16

let load: () => readonly GuidePackage[] = () => []
let site: readonly GuidePackage[] | undefined
const opened = new Map<string, LoadedGuides & { readonly guides: Guides }>()
/** What calls bring themselves, over the guides of the site. */
const extended = new WeakMap<GuidePackage, LoadedGuides & { readonly below: Guides }>()

/** To be called before any work: where the packages of a site come from, for every call of this thread. They are read with the first one. */
export function useSitePackages(packages: () => readonly GuidePackage[]): void {
  load = packages
  site = undefined
  opened.clear()
}

/** The packages of the site. */
export function sitePackages(): readonly GuidePackage[] {
  site ??= load()
  return site
}

/**
 * @param names packages of the site that are to be used; undefined for all of them
 * @param own what the call brings itself, which comes before the packages of the site
 */
export function openGuides(version: FhirVersion, names: readonly string[] | undefined, own: GuidePackage | undefined): LoadedGuides {
  const key = `${version} ${names ? [...names].sort().join(' ') : '*'}`
  let known = opened.get(key)
  if (!known) {
    const packages = sitePackages().filter(({ name, fhirVersions }) => fhirVersions.includes(version) && (names?.includes(name) ?? true))
    const guides = new Guides(version, packages)
    known = { guides, ...loaded(guides) }
    if (opened.size >= MAX_OPENED) opened.clear()
    opened.set(key, known)
  }
  if (!own) return known
  const ofOwn = extended.get(own)
  if (ofOwn?.below === known.guides) return ofOwn
  const read = { ...loaded(new Guides(version, [own], known.guides)), below: known.guides }
  extended.set(own, read)
  return read
}

function loaded(guides: Guides): LoadedGuides {
  return { profiles: new Profiles(modelOf(guides.version), guides), sets: new GuideSets(guides) }
}

// What a site's rules and code maps mean to a conversion. They come with every call and are read once.
import { readConceptMaps, type SiteCodes } from './concept-maps.ts'
import { NO_SITE_MAPS, readSiteMaps, type SiteMaps } from './site-maps.ts'
import type { SiteOptions } from './site-options.ts'

export interface Site extends SiteCodes {
  readonly maps: SiteMaps
}

export const NO_SITE: Site = { maps: NO_SITE_MAPS, overrides: [], beside: new Map() }

const MAX_KEPT = 4
const MAX_KEPT_CHARACTERS = 2_000_000
const kept = new Map<string, Site>()

/** @throws ProblemError `invalid_input` with a pointer to everything that cannot be executed */
export function readSite(options: SiteOptions): Site {
  const key = JSON.stringify([options.rules, options.conceptMaps])
  const known = kept.get(key)
  if (known) return known
  const site: Site = { maps: readSiteMaps(options.rules), ...readConceptMaps(options.conceptMaps) }
  if (key.length <= MAX_KEPT_CHARACTERS) {
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!)
    kept.set(key, site)
  }
  return site
}

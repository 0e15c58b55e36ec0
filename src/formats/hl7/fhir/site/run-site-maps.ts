// Runs the segment maps of a site, and notes why what stands in a segment is in no resource.
import type { Resource } from '../fhir-node.ts'
import type { Link } from '../map-table.ts'
import type { Reason } from '../reason.ts'
import type { RunContext } from '../rows/row-facts.ts'
import { runSegmentMap } from '../rows/run-map.ts'
import { leavesOf, type SourceSegment } from '../source-message.ts'
import { labelOf, type SiteMaps } from './site-maps.ts'

/** A reference that is made when all resources are there. */
export interface OpenLink {
  readonly link: Link
  readonly segment: SourceSegment
  readonly own: Resource
}

/** Runs the site's own maps of a segment, once the resources of the guide are there. */
export function runSiteMaps(context: RunContext, maps: SiteMaps, segment: SourceSegment): OpenLink[] {
  return maps.ofSegment(segment.id).flatMap(({ map, type, attach, links }) => {
    const { graph } = context
    const label = labelOf(map, type)
    const resource = attach === 'new' ? graph.create(type, label, segment, true) : graph.findOfType(type, segment)
    if (!resource) {
      noteReason(segment, 'no_resource')
      return []
    }
    runSegmentMap(context, map, segment, resource.node)
    return links.map((link) => ({ link, segment, own: resource }))
  })
}

/** Of every part of a segment that has no reason yet. */
export function noteReason({ fields }: SourceSegment, reason: Reason): void {
  for (const repetitions of fields) for (const part of repetitions ?? []) for (const leaf of leavesOf(part)) leaf.reason ??= reason
}

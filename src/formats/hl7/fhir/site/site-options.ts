// The options by which a site adds rules and codes of its own to the maps of the guide.
import * as z from 'zod'

const address = z.string().min(1).max(2_000)
const code = z.string().min(1).max(200)

/** What FHIR allows there and no map needs: taken, so that a ConceptMap can be given as it is published. A misspelt member is refused. */
function unused<Name extends string>(...names: Name[]) {
  const field = z.unknown().optional().describe('Accepted and ignored.')
  return Object.fromEntries(names.map((name) => [name, field])) as Record<Name, typeof field>
}

const mappedCode = z.strictObject({
  ...unused('id', 'extension', 'comment'),
  code: code.optional().describe('Target code. Without it, the code is not mapped.'),
  display: z.string().max(500).optional().describe('The name of the code.'),
  equivalence: z
    .enum(['relatedto', 'equivalent', 'equal', 'wider', 'subsumes', 'narrower', 'specializes', 'inexact', 'unmatched', 'disjoint'])
    .default('relatedto')
    .describe('unmatched and disjoint map to nothing.'),
  dependsOn: z.array(z.unknown()).optional().describe('Not supported. Rejected.'),
  product: z.array(z.unknown()).optional().describe('Not supported. Rejected.'),
})

const elementSchema = z.strictObject({
  ...unused('id', 'extension', 'display'),
  code: code.describe('The code that is mapped.'),
  target: z.array(mappedCode).default([]).describe('Target codes.'),
})

const groupSchema = z.strictObject({
  ...unused('id', 'extension', 'sourceVersion', 'targetVersion'),
  source: address.optional().describe('The code system of the codes that are mapped.'),
  target: address.optional().describe('The code system of what they become.'),
  element: z.array(elementSchema).max(100_000).describe('The codes.'),
  unmapped: z
    .strictObject({
      ...unused('id', 'extension', 'code', 'display', 'url'),
      mode: z.enum(['provided', 'fixed', 'other-map']).describe('Only provided: codes that are not listed stay unchanged.'),
    })
    .optional()
    .describe('Treatment of other codes.'),
})

const conceptMapSchema = z
  .strictObject({
    ...unused('id', 'meta', 'implicitRules', 'language', 'text', 'contained', 'extension', 'identifier', 'version', 'title', 'status'),
    ...unused('experimental', 'date', 'publisher', 'contact', 'description', 'useContext', 'jurisdiction', 'purpose', 'copyright'),
    ...unused('sourceUri', 'sourceCanonical', 'targetUri', 'targetCanonical'),
    resourceType: z.literal('ConceptMap').describe('The type of the resource.'),
    url: address.optional().describe('Canonical URL. Used in the trace if there is no name.'),
    name: z.string().min(1).max(200).optional().describe('Name of the map. If a code map of the guide has this name, this map extends it.'),
    group: z.array(groupSchema).max(1_000).default([]).describe('Codes of one system that become codes of one other.'),
  })
  .meta({ title: 'Hl7ConceptMap' })

const ruleSchema = z.strictObject({
  map: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{1,2}\[[A-Za-z][A-Za-z.-]{0,99}\]$/)
    .describe('Segment or data type, and what it becomes: PID[Patient], CX[Identifier], or one of the site: ZPI[Patient], OBX[Basic].'),
  rows: z
    .string()
    .min(1)
    .max(1_000_000)
    .describe(
      "CSV with the columns of the guide's segment and data type maps, with its two header lines or without: Sort Order, Identifier, Name, Data Type, Cardinality (2), Computable ANTLR, Computable FHIRPath, Narrative, FHIR Attribute, Extension, Data Type, Cardinality (2), Data Type Mapping, Vocabulary Mapping, Assignment, Comments. A row without FHIR Attribute maps its field to nothing.",
    ),
  mode: z
    .enum(['replace', 'add'])
    .default('replace')
    .describe("replace: these rows replace the rows of the guide's map for the same fields. add: they follow them."),
  attach: z
    .enum(['nearest', 'new'])
    .optional()
    .describe(
      'For a segment map that the guide does not have. nearest (default): it adds to the nearest resource of its type. new: each segment begins a resource.',
    ),
  links: z
    .record(z.string().min(1).max(200), z.string().regex(/^[A-Z][A-Za-z]{1,60}$/))
    .optional()
    .describe('With attach new: references of the resource to the nearest of a type: {"subject": "Patient"}.'),
})

export const SITE_OPTIONS = {
  rules: z
    .array(ruleSchema)
    .max(200)
    .default([])
    .describe("Rules of the site that add to or replace rows of the guide's maps, or map segments that the guide does not."),
  conceptMaps: z
    .array(conceptMapSchema)
    .max(100)
    .default([])
    .describe(
      'Code maps of the site: ConceptMap of FHIR R4. One with the name of a code map of the guide (AdministrativeSex), or that alone leads to its code system, adds to it and comes before it. Any other adds its codes beside those of its source system wherever a CodeableConcept holds them.',
    ),
}

const siteShape = z.strictObject(SITE_OPTIONS)
export type SiteRule = z.infer<typeof ruleSchema>
export type ConceptMap = z.infer<typeof conceptMapSchema>
export type SiteOptions = z.infer<typeof siteShape>

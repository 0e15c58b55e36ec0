// Values that say how a document looks or where its schema is: kept where they are made of the words that such values are made of.
import { KNOWN_URIS, XSI_URI } from '../../cda/namespaces.ts'
import { XML_URI } from '../../xml/node.ts'
import { isPublic } from '../fhir/judge/element-rules.ts'
import type { CdaVerdict } from './cda-verdict.ts'

/** Style codes of CDA (4.3.5.11), of the stylesheets of the field, and words of HTML. */
const STYLES = new Set(
  'bold underline italics emphasis lrule rrule toprule botrule arabic littleroman bigroman littlealpha bigalpha disc circle square xlabel xsecondary xrowgroup xcontentwrapping xindent xalert xmono xheader normrow altrow header first second last toc left right center centre justify top middle bottom baseline all none rows cols groups box void hsides vsides above below lhs rhs border both row rowgroup col colgroup rect poly default true false yes no insert delete solid'.split(
    ' ',
  ),
)
const CSS =
  /^(?:(?:text-align|vertical-align|width|height|padding|margin|border|font-weight|font-style|font-size|text-decoration|white-space|background-color|color|border-collapse)\s{0,3}:\s{0,3}(?:[a-z-]{1,16}|#[0-9a-f]{3,6}|[\d.]{1,6}(?:%|px|em|pt)?)\s{0,3}(?:;\s{0,3}|$))+$/i
const SIZE = /^-?[\d.]{1,6}(?:%|px|em|pt|cm|in|\*)?$/

export function isPlainStyle(text: string): boolean {
  if (text.length > 300) return false
  if (text.split(/[\s,;]+/).every((word) => word === '' || STYLES.has(word.toLowerCase()) || SIZE.test(word))) return true
  return CSS.test(text) || /^#[0-9a-f]{3,6}$/i.test(text)
}

/** Files that documents name as their schema. */
const SCHEMA_FILE =
  /^(?:\.{1,2}\/)*(?:(?:infrastructure|schemas?|cda|sdtc|xsd|processable|coreschemas|extensions|ccda)\/){0,6}(?:cda|cda_sdtc|cda-sdtc|sdtc|pocd_mt000040(?:_sdtc)?|ccda|c32_cda|cda\.r2)\.xsd$/i

/** Where a schema is, pairs of a namespace and a place. */
export function judgeSchema(text: string): CdaVerdict {
  const isKnown = text.split(/\s+/).every((part) => isKnownNamespace(part) || SCHEMA_FILE.test(part))
  return isKnown ? 'look' : 'remove'
}

/** Namespaces of CDA and what it is written with. */
export const CDA_NAMESPACES: ReadonlySet<string> = new Set([...KNOWN_URIS, XSI_URI, XML_URI, 'urn:hl7-org:v3/voc', 'urn:hl7-org:v3/mif'])

/** Namespaces of HL7 and of standards. */
function isKnownNamespace(uri: string): boolean {
  return isPublic(uri)
}

/** A stylesheet of the usual names; any other name may be a site's. */
export function isPlainStylesheet(target: string, value: string): boolean {
  if (target !== 'xml-stylesheet') return false
  return /^(?:\s*(?:type=(?:"text\/(?:xsl|css)"|'text\/(?:xsl|css)')|href=(?:"(?:[.]{1,2}\/)?(?:c?cda|cda-?ccda|cda_r2|ccd|style|stylesheet|cda-stylesheet)?(?:\.xslt?|\.css)?"|'(?:[.]{1,2}\/)?(?:c?cda|ccd|style|stylesheet|cda-stylesheet)?(?:\.xslt?|\.css)?')))+\s*$/i.test(
    value,
  )
}

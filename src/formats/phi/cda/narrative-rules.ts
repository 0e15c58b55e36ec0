// What each attribute of a narrative is (CDA R2, 4.3.5; XHTML): identifiers and links, looks, and texts that a reader may be shown.
import type { XmlElement } from '../../xml/node.ts'
import type { CdaTreatment } from './cda-treatment.ts'

const LOOKS: ReadonlySet<string> = new Set(
  'styleCode style class border width height cellspacing cellpadding rowspan colspan span align valign char charoff frame rules scope shape nowrap bgcolor color size face type start compact'.split(
    ' ',
  ),
)
const TEXTS: ReadonlySet<string> = new Set('summary abbr axis title alt name rel rev caption label'.split(' '))
const FIXED: ReadonlySet<string> = new Set(['nullFlavor', 'listType', 'classCode', 'moodCode'])

export function narrativeTreatment(element: XmlElement, local: string): CdaTreatment {
  if (local === 'ID' || local === 'id') return 'xml-id'
  if (local === 'IDREF' || local === 'IDREFS' || local === 'referencedObject' || local === 'headers') return 'xml-ids'
  if (local === 'href' || local === 'src') return 'link'
  if (local === 'language' || local === 'lang') return 'language'
  if (local === 'mediaType') return 'media-type'
  if (FIXED.has(local)) return 'structural'
  if (local === 'revised') return 'style'
  if (LOOKS.has(local)) return 'style'
  return TEXTS.has(local) && element.local !== 'text' ? 'text' : 'unknown'
}

// The div of a narrative as XML takes it: the text of JSON as it is, once it has been read as XML that stands alone.
import { ProblemError } from '../../../core/problem.ts'
import type { XmlDocument } from '../../xml/node.ts'
import { readXml } from '../../xml/read-xml.ts'
import { XHTML_URI } from '../xml/namespaces.ts'
import { replaceEntities } from './html-entities.ts'

export interface EmbeddedNarrative {
  readonly div: string
  /** Entities of HTML, which XML does not know, are written as character references. */
  readonly hadEntities: boolean
  /** Something stands before or behind the div, which is left out. */
  readonly hadMore: boolean
}

/** @returns undefined for what is no div of XHTML, or is not well-formed */
export function embedNarrative(text: string): EmbeddedNarrative | undefined {
  const asIs = tryRead(text)
  const replaced = asIs ? text : replaceEntities(text)
  const document = asIs ?? (replaced === text ? undefined : tryRead(replaced))
  if (!document) return undefined
  const { root, text: read } = document
  if (root.name !== 'div' || root.uri !== XHTML_URI) return undefined
  const div = read.slice(root.start, root.end)
  return { div, hadEntities: replaced !== text, hadMore: div.length !== replaced.length }
}

function tryRead(text: string): XmlDocument | undefined {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

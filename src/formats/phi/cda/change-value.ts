// Times, telecommunication addresses and links by the policy, in the forms that CDA has for them.
import { parsePoint } from '../../cda/read-time.ts'
import type { PhiCategory } from '../category.ts'
import type { IdGraph } from '../fhir/id-graph.ts'
import { isPublic } from '../fhir/judge/element-rules.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import type { XmlIds } from './xml-ids.ts'

export interface ValueChange {
  readonly category: PhiCategory
  readonly action: PhiAction
  /** Undefined where nothing may stay. */
  readonly text: string | undefined
}

export interface ChangeMeans {
  readonly deidentifier: Deidentifier
  /** Whom dates belong to; null where several are meant, so that none can move. */
  readonly subject: string | undefined | null
  readonly graph: IdGraph
  readonly ids: XmlIds
  /** True for a text that holds a value of a person of the document. */
  readonly tells: (text: string) => boolean
}

/** With the precision and the zone that it had, or as its year. */
export function changeTime(value: string, path: string, { deidentifier, subject }: ChangeMeans): ValueChange {
  const category = 'date'
  const action = deidentifier.actionFor(category, path)
  if (action === 'keep') return { category, action, text: value }
  if (action === 'date-shift' && subject === null) return { category, action: 'remove', text: undefined }
  const replacement = deidentifier.replace({ category, text: value.trim(), path })
  const isTime = parsePoint(replacement.text) !== undefined || (replacement.action === action && parsePoint(value.trim()) === undefined)
  return isTime && (replacement.action === 'year' || replacement.action === 'generalize' || replacement.action === 'date-shift')
    ? { category, action: replacement.action, text: replacement.text }
    : { category, action: 'remove', text: undefined }
}

const SCHEMES: Readonly<Record<string, PhiCategory>> = {
  tel: 'phone',
  sms: 'phone',
  modem: 'phone',
  fax: 'fax',
  'x-text-fax': 'fax',
  mailto: 'email',
}

/** A telecom: its scheme stays. */
export function changeContact(value: string, path: string, means: ChangeMeans): ValueChange {
  const [, before = '', scheme = '', rest = ''] = /^(\s*([A-Za-z][A-Za-z0-9.+-]{0,20}):(?:\/\/)?)?(.*)$/s.exec(value) ?? []
  const known = Object.hasOwn(SCHEMES, scheme.toLowerCase()) ? SCHEMES[scheme.toLowerCase()] : undefined
  if (known === undefined && (scheme !== '' || /^www\./i.test(rest))) return changeAddress(value, path, means)
  const category = known ?? (rest.includes('@') ? 'email' : /\d{3}/.test(rest) ? 'phone' : 'other-id')
  const { action, text } = means.deidentifier.replace({ category, text: rest, path })
  return { category, action, text: text === '' ? undefined : before + text }
}

/** Leads into the document, to what everybody may know, or to somewhere. */
export function changeLink(value: string, path: string, means: ChangeMeans): ValueChange {
  const { ids } = means
  const text = value.trim()
  const isOwn = text.startsWith('#')
  if (!isOwn && !ids.has(text)) return changeAddress(value, path, means)
  const id = isOwn ? text.slice(1) : text
  const other = id === '' || keepsIds(means, path) ? id : ids.of(id)
  return { category: 'other-id', action: other === id ? 'keep' : 'replace', text: other === id ? value : isOwn ? `#${other}` : other }
}

export function changeXmlIds(value: string, path: string, means: ChangeMeans): ValueChange {
  if (keepsIds(means, path)) return { category: 'other-id', action: 'keep', text: value }
  const text = value.replace(/\S+/g, (id) => means.ids.of(id))
  return { category: 'other-id', action: text === value ? 'keep' : 'replace', text }
}

/** An address of the web or a file. */
export function changeAddress(value: string, path: string, { deidentifier, graph, tells }: ChangeMeans): ValueChange {
  const text = value.trim()
  const category = 'url'
  if (deidentifier.actionFor(category, path) === 'keep' || (isPlainAddress(text) && !tells(text)))
    return { category, action: 'keep', text: value }
  const other = /^urn:uuid:/i.test(text) ? graph.reference(text) : undefined
  return { category, action: 'replace', text: other ?? graph.address(text) }
}

/** Of a standard, without a query. */
function isPlainAddress(text: string): boolean {
  return isPublic(text) && !/[?#@%]/.test(text)
}

function keepsIds({ deidentifier }: ChangeMeans, path: string): boolean {
  return deidentifier.actionFor('other-id', path) === 'keep'
}

/** An object identifier or UUID, or a name that stands for one. */
export function changeRoot(kind: 'oid' | 'id', value: string, path: string, means: ChangeMeans): ValueChange {
  const category = 'other-id'
  if (keepsIds(means, path)) return { category, action: 'keep', text: value }
  const text = value.trim()
  const other = kind === 'oid' ? means.graph.oid(text) : means.graph.id(text.toLowerCase())
  return {
    category,
    action: 'replace',
    text: /^\d+$/.test(other) || (kind === 'id' && /^\d/.test(other) && !other.includes('-')) ? `id-${other}` : other,
  }
}

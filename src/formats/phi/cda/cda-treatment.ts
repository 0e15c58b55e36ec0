// What is to be done with a value of a CDA document, by its place.
import type { PhiCategory } from '../category.ts'

/**
 * A category: it is of it, whatever stands there. text, narrative: searched by the detector. label: the name of a code, searched too. code: kept where it looks
 * like one. look: kept where no person of the document has it. structural, type, boolean, delimiter, style, schema, media-type, language: kept where
 * it is what the specification says. definition: a code system or value set, kept where everybody may know it. template, version: of a template or
 * code system. root, extension: of an identifier. assigner: who gives it. quantity, signal: kept where it is a number. unit: kept where it reads like
 * one. time: a point of time. contact: a telecommunication address. link: leads to an ID of the document or out of it. xml-id, xml-ids: an ID, or
 * several. title, state, country: one of the known. namespace: declared. data: an embedded document. remove: goes. stray: text where none belongs.
 * unknown: not of CDA.
 */
export type CdaTreatment =
  | PhiCategory
  | 'text'
  | 'narrative'
  | 'label'
  | 'code'
  | 'look'
  | 'structural'
  | 'type'
  | 'boolean'
  | 'delimiter'
  | 'style'
  | 'schema'
  | 'media-type'
  | 'language'
  | 'definition'
  | 'template'
  | 'version'
  | 'root'
  | 'extension'
  | 'assigner'
  | 'quantity'
  | 'signal'
  | 'unit'
  | 'time'
  | 'contact'
  | 'link'
  | 'xml-id'
  | 'xml-ids'
  | 'title'
  | 'state'
  | 'country'
  | 'namespace'
  | 'data'
  | 'remove'
  | 'stray'
  | 'unknown'

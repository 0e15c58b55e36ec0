// What the hiding places share.
import type { Person, Random } from './person.ts'
import { address, sentence, token } from './spellings.ts'

// biome-ignore lint/suspicious/noExplicitAny: resources of many types
export type Json = any

export interface Hiding {
  readonly person: Person
  readonly random: Random
}

export const text = ({ person, random }: Hiding) => sentence(person, random)
export const word = ({ person, random }: Hiding) => token(person, random)
export const uri = ({ person, random }: Hiding) => address(person, random)
export const patient = { reference: 'Patient/pat1' }
export const coded = (code: string, display?: string) => ({
  coding: [{ system: 'http://loinc.org', code, ...(display ? { display } : {}) }],
})
export const observation = (over: object) => ({
  resourceType: 'Observation',
  id: 'obs1',
  status: 'final',
  code: coded('2345-7'),
  subject: patient,
  ...over,
})
export const full = ({ person }: Hiding) => `${person.given} ${person.family}`
export const div = (inner: string) => ({ status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${inner}</div>` })
export const escaped = (plain: string) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
export const attachment = (contentType: string, data: string) => ({
  resourceType: 'DocumentReference',
  id: 'doc1',
  status: 'current',
  subject: patient,
  content: [{ attachment: { contentType, data } }],
})

// phi/deidentify-cda: no identifier of any element of the header stays, and what leads to it still does.
import { describe, expect, test } from 'vitest'
import { deidentify, documentOf, KEY, valuesOf } from './planted-cda.ts'

const PSEUDONYMIZE = { policy: 'pseudonymize', key: KEY }

/** Values that nothing else in a document tells of, each another one: names of letters, numbers, streets. */
class Planter {
  readonly planted: string[] = []
  #count = 0

  #plant(value: string): string {
    this.planted.push(value)
    return value
  }

  #letters(): string {
    const count = this.#count++
    return `${'BDFGKLMNPRSTVZ'[count % 14]}${'aeiou'[count % 5]}${'rlnm'[count % 4]}${'aeiou'[(count >> 2) % 5]}${'bdgkvz'[count % 6]}urqath`
  }

  name = () => `<name><given>${this.#plant(this.#letters())}</given><family>${this.#plant(this.#letters())}</family></name>`
  plain = () => `<name>${this.#plant(`${this.#letters()} ${this.#letters()}`)}</name>`
  id = () =>
    `<id root="1.2.840.${this.#plant(String(770_000 + this.#count++))}.1" extension="${this.#plant(`X${88_000_000 + this.#count++}`)}"/>`
  bare = () => `<id root="${this.#plant(`1.2.840.99.55${this.#count++}`)}"/>`
  telecom = () =>
    `<telecom value="tel:${this.#plant(`+1-614-555-${1_000 + this.#count++}`)}"/><telecom value="mailto:${this.#plant(this.#letters())}@x.example"/>`
  addr = () =>
    `<addr><streetAddressLine>${this.#plant(`${300 + this.#count} ${this.#letters()}`)} Row</streetAddressLine><city>${this.#plant(this.#letters())}</city><postalCode>${this.#plant(String(43_061 + this.#count++))}</postalCode></addr>`
  person = (role: string) => `${this.id()}${this.bare()}${this.addr()}${this.telecom()}<${role}>${this.name()}${this.plain()}</${role}>`
  organization = (local: string) => `<${local}>${this.id()}${this.plain()}${this.telecom()}${this.addr()}</${local}>`
  time = (local: string) =>
    `<${local} value="${this.#plant(`2013${String((this.#count++ % 9) + 10 - 9).padStart(2, '0')}1${this.#count % 10}1405`)}"/>`
}

function plantHeader(): { header: string; planted: readonly string[] } {
  const plant = new Planter()
  const { person, organization, time, id } = plant
  const assigned = () => `<assignedEntity>${person('assignedPerson')}${organization('representedOrganization')}</assignedEntity>`
  const author = `<assignedAuthor>${person('assignedPerson')}${organization('representedOrganization')}</assignedAuthor>`
  const guardian = `<guardian>${person('guardianPerson')}</guardian>`
  const birthplace = `<birthplace><place>${plant.plain()}${plant.addr()}</place></birthplace>`
  const header = [
    `<setId root="1.2.3" extension="S7712345"/>${time('copyTime')}`,
    `<author>${time('time')}${author}</author>`,
    `<dataEnterer>${time('time')}${assigned()}</dataEnterer>`,
    `<informant>${assigned()}</informant>`,
    `<informant><relatedEntity classCode="PRS">${plant.addr()}${plant.telecom()}<effectiveTime>${time('low')}</effectiveTime><relatedPerson>${plant.name()}</relatedPerson></relatedEntity></informant>`,
    `<custodian><assignedCustodian>${organization('representedCustodianOrganization')}</assignedCustodian></custodian>`,
    `<informationRecipient><intendedRecipient>${person('informationRecipient')}${organization('receivedOrganization')}</intendedRecipient></informationRecipient>`,
    `<legalAuthenticator>${time('time')}<signatureCode code="S"/>${assigned()}</legalAuthenticator>`,
    `<authenticator>${time('time')}<signatureCode code="S"/>${assigned()}</authenticator>`,
    `<participant typeCode="IND"><associatedEntity classCode="NOK">${person('associatedPerson')}${organization('scopingOrganization')}</associatedEntity></participant>`,
    `<inFulfillmentOf><order>${id()}</order></inFulfillmentOf>`,
    `<documentationOf><serviceEvent classCode="PCPR">${id()}<effectiveTime>${time('low')}${time('high')}</effectiveTime><performer typeCode="PRF">${assigned()}</performer></serviceEvent></documentationOf>`,
    `<relatedDocument typeCode="RPLC"><parentDocument>${id()}<setId root="1.2.3" extension="S7712345"/></parentDocument></relatedDocument>`,
    `<authorization><consent>${id()}<statusCode code="completed"/></consent></authorization>`,
    `<componentOf><encompassingEncounter>${id()}<effectiveTime>${time('low')}${time('high')}</effectiveTime><responsibleParty>${assigned()}</responsibleParty>`,
    `<encounterParticipant typeCode="ATND">${time('time')}${assigned()}</encounterParticipant>`,
    `<location><healthCareFacility>${id()}<location>${plant.plain()}${plant.addr()}</location>${organization('serviceProviderOrganization')}</healthCareFacility></location></encompassingEncounter></componentOf>`,
    `<recordTarget><patientRole>${id()}<patient>${plant.name()}<sdtc:deceasedTime value="201311101200"/>${guardian}${birthplace}</patient>${organization('providerOrganization')}</patientRole></recordTarget>`,
  ]
  return { header: header.join('\n'), planted: [...plant.planted, 'S7712345', '201311101200'] }
}

describe('the header', () => {
  test.each([{}, PSEUDONYMIZE])('keeps none of its identifiers under %o', (options) => {
    const { header, planted } = plantHeader()
    expect(planted.length).toBeGreaterThan(200)
    const { content, residual } = deidentify(documentOf({ header }), options)
    const values = valuesOf(content)
    // A ZIP code may stand in a longer number.
    expect(
      planted.filter((value) => new RegExp(`(?<![a-z0-9])${value.toLowerCase().replace(/[+.]/g, '\\$&')}(?![a-z0-9])`).test(values)),
    ).toEqual([])
    expect(residual).toEqual([])
  })

  test('keeps its shape and what tells nothing', () => {
    const { header } = plantHeader()
    const shape = (document: string) => document.replace(/(?<==)"[^"]*"|(?<=>)[^<]+(?=<)/g, '')
    const source = documentOf({ header })
    const { document } = deidentify(source, { ...PSEUDONYMIZE, subject: 'MR-7781234' })
    expect(shape(document)).toBe(shape(source))
    expect(document).toContain('<templateId root="2.16.840.1.113883.10.20.22.1.2" extension="2015-08-01"/>')
    expect(document).toContain('<code code="34133-9" codeSystem="2.16.840.1.113883.6.1" displayName="Summarization of Episode Note"/>')
    expect(document).toContain('<state>OH</state>')
  })

  test('keeps equal numbers equal and others apart, so that what leads to them does', () => {
    const { document } = deidentify(documentOf({ header: plantHeader().header }))
    const sets = [...document.matchAll(/<setId root="([^"]*)" extension="([^"]*)"/g)].map(([, root, extension]) => `${root} ${extension}`)
    expect(sets).toHaveLength(2)
    expect(new Set(sets).size).toBe(1)
    const orders = [...document.matchAll(/extension="(\[OTHER-ID-\d+\])"/g)].map(([, extension]) => extension)
    expect(new Set(orders).size).toBeGreaterThan(20)
  })
})

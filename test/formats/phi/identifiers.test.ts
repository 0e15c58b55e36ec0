// Identifiers with a form or a label of their own are covered whole, and what looks like them stays.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const spans = (text: string) => detectPhi(text).map(({ start, end, category }) => `${category}:${text.slice(start, end)}`)

describe('identifiers are covered whole', () => {
  test.each([
    ['Write to k.mensah+health@mail.example.org.', 'email:k.mensah+health@mail.example.org'],
    ["o'keefe@example.co.uk wrote", "email:o'keefe@example.co.uk"],
    ['See https://portal.example.org/msg/8?pid=33 now', 'url:https://portal.example.org/msg/8?pid=33'],
    ['See www.example-clinic.com/results.', 'url:www.example-clinic.com/results'],
    ['on portal.example.org:8443/u/7', 'url:portal.example.org:8443/u/7'],
    ['from 203.0.113.77.', 'ip:203.0.113.77'],
    ['from 2001:db8::ff00:42:8329 today', 'ip:2001:db8::ff00:42:8329'],
    ['MAC 00:1B:44:11:3A:B7 seen', 'device:00:1B:44:11:3A:B7'],
    ['mac 00-1b-44-11-3a-b7', 'device:00-1b-44-11-3a-b7'],
    ['photo IMG_WARD_7.jpg saved', 'photo:IMG_WARD_7.jpg'],
    ['SSN 219-09-9999', 'ssn:219-09-9999'],
    ['social security number is 219 09 9999', 'ssn:219 09 9999'],
    ['VIN 1HGCM82633A004352', 'vehicle:1HGCM82633A004352'],
    ['plate KJR 4471 towed', 'vehicle:KJR 4471'],
    ['MRN: A-7734019', 'mrn:A-7734019'],
    ['MRN#88120334', 'mrn:88120334'],
    ['Medical Record Number 0044-881', 'mrn:0044-881'],
    ['chart no. 55120', 'mrn:55120'],
    ['Acct # 88-10293', 'account:88-10293'],
    ['card 4111 1111 1111 1111', 'account:4111 1111 1111 1111'],
    ['IBAN GB82 WEST 1234 5698 7654 32', 'account:GB82 WEST 1234 5698 7654 32'],
    ['Medicaid ID IL 9934 27718', 'health-plan-id:IL 9934 27718'],
    ['Member ID: XQJ448812073', 'health-plan-id:XQJ448812073'],
    ['MBI 1EG4-TE5-MK73', 'health-plan-id:1EG4-TE5-MK73'],
    ['NPI 1234567893', 'license:1234567893'],
    ['DEA AB1234563', 'license:AB1234563'],
    ['lic. PSY 28841', 'license:PSY 28841'],
    ['NHS number 943 476 5919', 'national-id:943 476 5919'],
    ['943 476 5919 rang', 'national-id:943 476 5919'],
    ['serial number SN-7729104', 'device:SN-7729104'],
    ['docket 2023-CF-004418', 'other-id:2023-CF-004418'],
    ['Accession A23-0091827', 'other-id:A23-0091827'],
    ['username: tlf77', 'other-id:tlf77'],
    ['Call 312-555-0117', 'phone:312-555-0117'],
    ['Call (312) 555-0117 x204', 'phone:(312) 555-0117 x204'],
    ['Call +46 8 5550 1234', 'phone:+46 8 5550 1234'],
    ['Tel. 020 7946 0018', 'phone:020 7946 0018'],
    ['fax 305.555.0171', 'fax:305.555.0171'],
    ['a 103-year-old woman', 'age:103-year-old'],
    ['She is 92 years old', 'age:92 years old'],
    ['Edad: 93 años', 'age:93 años'],
    ['Lives at 4410 N. Damen Ave #2R', 'location:4410 N. Damen Ave #2R'],
    ['at 12 Old Mill Road, Apt 4B', 'location:12 Old Mill Road, Apt 4B'],
    ['PO Box 881', 'location:PO Box 881'],
    ['Calle Serrano 42', 'location:Calle Serrano 42'],
    ['Hauptstraße 12', 'location:Hauptstraße 12'],
    ['post code SW1A 1AA', 'location:SW1A 1AA'],
    ['K1A 0B1 Ottawa', 'location:K1A 0B1'],
    ['ZIP 60625-1104', 'location:60625-1104'],
  ])('%s', (text, expected) => {
    expect(spans(text)).toContain(expected)
  })
})

describe('what looks like an identifier and is none stays', () => {
  test.each([
    'Na 140, K 4.1, Cl 102, glucose 1045 mg/dL',
    'BP 120/80, HR 72, SpO2 98%, RR 16',
    'Give 1,000,000 units and 5000 IU',
    'CPT 99213, ICD E11.9, LOINC 2345-7, NCT01234567',
    'L4-L5, C5/6, T12, S1',
    'HLA-B27 positive, CYP2C19, BRCA1, CD4 350',
    'version 1.2.3.4 of the firmware',
    'WBC 12.4, platelets 250000',
    'a 64-year-old man, 89 years old wife',
    'doi 10.1000/182 and PMID 12345678',
    'amoxicillin 400 mg/5 mL, #30, refills 2',
    'range 1000-1500 mL',
    'e.g. b.i.d. or q.i.d., i.e. as needed',
    'scan.done and pain.no more',
  ])('%s', (text) => {
    expect(spans(text)).toEqual([])
  })
})

describe('identifiers in groups of letters and digits', () => {
  test.each([
    ['Number plate BD51 SMR', 'BD51 SMR', 'vehicle'],
    ['car reg LV19 XKT', 'LV19 XKT', 'vehicle'],
    ['License tag GA RQK 4471', 'GA RQK 4471', 'vehicle'],
    ['lot K8834T', 'K8834T', 'device'],
    ['rabies tag 24-5518', '24-5518', 'other-id'],
    ['policy no YPP W1029 4471', 'YPP W1029 4471', 'health-plan-id'],
    ['Ins: BCBS YPP W1029 4471.', 'YPP W1029 4471', 'health-plan-id'],
    ['(member U77120934 02) for', 'U77120934 02', 'health-plan-id'],
  ])('%s', (text, value, category) => {
    expect(detectPhi(text).map((span) => [text.slice(span.start, span.end), span.category])).toContainEqual([value, category])
  })

  test.each(['growth plate 3 mm', 'tag 5', 'Cigna PPO 80 20 plan', '1/2 L fluid, then 3/4 L', 'plate 4 screws'])('not in %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => /vehicle|device|id$|date/.test(category))).toEqual([])
  })
})

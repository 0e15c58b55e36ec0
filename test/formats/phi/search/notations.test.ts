// Formal notations identify nobody, however much their letters and numbers look like codes, days and telephone numbers.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const hidden = (text: string, mode: 'balanced' | 'high-recall' | 'fail-closed' = 'balanced') =>
  detectPhi(text, { mode }).map(({ start, end }) => text.slice(start, end))

describe('a notation stays', () => {
  test.each([
    'BRCA1 c.68_69delAG, BRAF p.Val600Glu, NM_007294.4, rs429358.',
    'CFTR p.Phe508del and c.1521_1523delCTT, p.Arg213Ter.',
    'HLA-B*57:01 negative, HLA-DRB1*15:01:01 positive.',
    't(9;22)(q34;q11.2), del(5)(q13q33), inv(16)(p13.1q22).',
    'Codes: T84.54XA, S52.501D, M54.50.',
    'NDC 00093-0058-01 dispensed, NDC 65862-0010-05 returned.',
    'NDC: 0093-0058-01',
    'See doi 10.1056/NEJMoa2034577.',
    'See doi:10.1016/S0140-6736(20)30183-5 and doi:10.1371/journal.pone.0123456.',
    'ATC A10BA02, UNII 9100L32L2N, CAS 50-78-2, EC 200-064-1.',
    'Billed CPT 99213, 99214-25.',
    'ABG 7.38/42/88/24 on room air.',
    'VBG: 7.12/28/92/14, then 7.28/55/61.',
    'Arrived GCS E4V5M6.',
  ])('%s', (text) => {
    expect(hidden(text)).toEqual([])
  })

  test('among other notations, too', () => {
    expect(hidden('BRCA1 c.68_69delAG, rs429358, p.Val600Glu, NM_007294.4.\nHLA-B*57:01, t(9;22)(q34;q11.2).\nABG 7.38/42/88/24.')).toEqual(
      [],
    )
  })
})

describe('what identifies somebody is hidden', () => {
  test.each([
    ['behind a notation', 'Carrier of p.Val600Glu, Oskar Brandl, was seen.', ['Oskar Brandl']],
    ['with the label of a record', 'MRN: 00093-0058-01', ['00093-0058-01']],
    ['as a post code without a scale', 'lives at 12 Elm Street, E4V5M6', ['12 Elm Street', 'E4V5M6']],
    ['as ZIP+4 without NDC', 'Springfield, IL 60625-1104', ['Springfield', '60625-1104']],
    ['as a day with slashes', 'seen 7.4.1988 and 12/10/2020', ['7.4.1988', '12/10/2020']],
  ])('%s', (_, text, values) => {
    expect(hidden(text)).toEqual(values)
  })

  test.each([
    ['a name in a DOI', 'See doi:10.1234/Jane.Smith-1984-03-12 for the report.', ['Jane.', 'Smith-1984-03-12']],
    ['a name in a DOI that the text has elsewhere', 'Louella Hutchins was seen, doi:10.1234/louella.hutchins.', ['louella', 'hutchins']],
    ['a name in small letters in a DOI', 'doi:10.1234/hutchins.l.1984', ['hutchins.l.1984']],
    ['a telephone number in a DOI', 'doi:10.1016/(555)234-5678', ['(555)234-5678']],
    ['a number of a list and a day', '7.12/28/92 MRI of the knee', ['7.12/28/92']],
    ['a month and a day', 'born 7.12/10/20', ['7.12/10/20']],
    ['EC for an emergency contact', 'EC: 555-234-5', ['555-234-5']],
    ['a number of ten digits behind UNII', 'UNII 4471923456', ['4471923456']],
    ['a word of ten letters behind UNII', 'UNII JANESMITHX', ['UNII JANESMITHX']],
    ['NM as a state', 'NM_447192 admitted today', ['NM_447192']],
    ['too many digits for a sequence', 'ENSP44719234567', ['ENSP44719234567']],
    ['too many digits for a position', 'c.4471923del', ['4471923del']],
    ['groups of no NDC', 'ndc# 1984-012-03', ['1984-012-03']],
    ['a post code behind procedures', 'CPT 99213, 62704 Springfield IL', ['62704 Springfield']],
  ])('what looks like a notation: %s', (_, text, values) => {
    expect(hidden(text)).toEqual(expect.arrayContaining(values))
  })

  test('as a value that the caller knows', () => {
    expect(detectPhi('rs429358', { known: { ids: ['rs429358'] } })).toHaveLength(1)
  })
})

test('the other modes search notations like all else', () => {
  expect(hidden('NDC: 0093-0058-01', 'high-recall')).not.toEqual([])
})

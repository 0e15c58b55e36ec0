// What is searched of a text with markup: RTF 1.9, escapes of JSON (RFC 8259 §7), tags and references of HTML; and that markup stays whole.
import { describe, expect, it } from 'vitest'
import { deidentifyText } from '../../../../src/formats/phi/deidentify-text.ts'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { piecesOf } from '../../../../src/formats/phi/markup/plain-text.ts'
import { readMarkup, readValue } from '../../../../src/formats/phi/markup/read-markup.ts'
import { createDeidentifier } from '../../../../src/formats/phi/policy/deidentifier.ts'

/** The text with every span that is found in brackets. */
function mark(text: string): string {
  let marked = ''
  let at = 0
  for (const { start, end } of detectPhi(text)) {
    marked += `${text.slice(at, start)}[${text.slice(start, end)}]`
    at = end
  }
  return marked + text.slice(at)
}

const RTF = String.raw`{\rtf1\ansi{\info}`

describe('what a reader sees', () => {
  it.each([
    ['a reference by name', 'M&uuml;ller &amp; Jos&eacute;', 'Müller & José'],
    ['references by number', 'm&#46;o&#x40;x', 'm.o@x'],
    ['no reference', 'R&D; AT&T &unknown; &#0; &#x110000; &', 'R&D; AT&T &unknown; &#0; &#x110000; &'],
    ['a tag within a word', 'Marg<b>aret</b>', 'Margaret'],
    ['a tag where a capital begins', 'Patient<b>Margaret</b>', 'Patient Margaret'],
    ['tags between words', '<i>name</i><span class="x">margaret</span>', 'name margaret'],
    ['cells and blocks', '<tr><td>Name</td><td>Ada</td></tr><br/>x', '\nName\tAda\nx'],
    ['a tag that may hold a value', '<a href="x">Ada</a> <td id="Ada">', '<a href="x">Ada <td id="Ada">'],
    ['no tags', 'K <5, a<b and c>d, <john@example.org>, <given>', 'K <5, a<b and c>d, <john@example.org>, <given>'],
    ['\\u of JSON anywhere', String.raw`Jos\u00e9 \u00zz \u00E`, String.raw`José \u00zz \u00E`],
    ['short escapes in JSON', String.raw`{"a":"x\ny\t\/\\ \"z\""}`, `{"a":"x\ny\t/\\ 'z'"}`],
    ['a folder', String.raw`C:\new\temp`, String.raw`C:\new\temp`],
    ['HTML in JSON', String.raw`{"a":"<b>x<\/b>&#64;\u0026amp;"}`, '{"a":"x@&"}'],
    ['RTF', String.raw`${RTF}\f0 A {\b B} C\par D\'e9\~E\_F\-G\u243?H\uc2\u233 xxI\\\{J\}}`, '\nA B C\nDé E-FGóHéI\\{J}'],
    ['RTF after and before a text', String.raw`a\b {\rtf1 {x}} \c`, String.raw`a\b x \c`],
    ['RTF without an end', String.raw`{\rtf1 a{\b b`, 'ab'],
  ])('%s', (_, given, seen) => {
    expect(readMarkup(given)?.text ?? given).toBe(seen)
  })

  it('is the value that a policy gets', () => {
    expect(['M&uuml;ller', String.raw`M\u00fcller`, 'Müller'].map(readValue)).toEqual(['Müller', 'Müller', 'Müller'])
  })
})

describe('places of the plain text', () => {
  it.each([
    ['<b>Ada</b> <i>Low</i>', 'Ada Low', ['Ada', 'Low']],
    ['<b>A</b>da', 'Ada', ['A', 'da']],
    ['x &amp; y', 'x & y', ['x &amp; y']],
    ['<p>Ada</p>', '\nAda\n', ['Ada']],
    [String.raw`{"a":"<b>A\u0064a<\/b>"}`, 'Ada', [String.raw`A\u0064a`]],
    [String.raw`{\rtf1 A{\b d&#97;}\'e9}`, 'Adaé', ['A', 'd&#97;', String.raw`\'e9`]],
  ])('in %j', (given, seen, expected) => {
    const plain = readMarkup(given)!
    const start = plain.text.indexOf(seen)
    expect(start).toBeGreaterThanOrEqual(0)
    expect(piecesOf(plain, start, start + seen.length).map((piece) => given.slice(piece.start, piece.end))).toEqual(expected)
  })
})

describe('what is found', () => {
  it.each([
    ['<p>Patient: <b>Margaret</b> <i>Okonkwo</i></p>', '<p>Patient: <b>[Margaret]</b> <i>[Okonkwo]</i></p>'],
    ['<p>Patient: Marg<b>aret Okon</b>kwo</p>', '<p>Patient: [Marg]<b>[aret Okon]</b>[kwo]</p>'],
    ['SSN 123<span>-45-</span>6789', 'SSN [123]<span>[-45-]</span>[6789]'],
    ['Tel&#58; 555&#45;867&#45;5309', 'Tel&#58; [555&#45;867&#45;5309]'],
    ['Seen with Mr. Jos&eacute; M&uuml;ller.', 'Seen with Mr. [Jos&eacute; M&uuml;ller].'],
    ['<td>Name</td><td>Margaret Okonkwo</td>', '<td>Name</td><td>[Margaret Okonkwo]</td>'],
    [
      String.raw`{"note":"Dr. Jos\u00e9 M\u00fcller\nDr. Tom Zuberi"}`,
      String.raw`{"note":"Dr. [Jos\u00e9 M\u00fcller]\nDr. [Tom Zuberi]"}`,
    ],
    [String.raw`${RTF}\f0 Patient: {\b Margaret} Okonkwo\par}`, String.raw`${RTF}\f0 Patient: {\b [Margaret]} [Okonkwo]\par}`],
    [String.raw`{\rtf1{\info{\author Ada Lowell}}Mr. M\'fcller\par}`, String.raw`{\rtf1{\info{\author [Ada Lowell]}}Mr. [M\'fcller]\par}`],
  ])('in %j', (given, expected) => {
    expect(mark(given)).toBe(expected)
  })

  it('has the same surrogate however it is written', () => {
    const deidentifier = createDeidentifier({ policy: 'pseudonymize', key: '0123456789abcdef' })
    const { text, residual } = deidentifyText(
      String.raw`Mr. José Müller; Mr. Jos&eacute; M&uuml;ller; Mr. Jos\u00e9 M\u00fcller.`,
      {},
      deidentifier,
    )
    expect(new Set(text.split(/[;.] ?/).filter((part) => part !== '' && part !== 'Mr')).size).toBe(1)
    expect(residual).toEqual([])
  })
})

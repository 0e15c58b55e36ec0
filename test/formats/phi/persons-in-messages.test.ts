// Names in greetings, sign-offs and introductions, surnames with particles, and the same lines without a name.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const names = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'name')
    .map(({ start, end }) => text.slice(start, end))

describe('greetings and sign-offs', () => {
  test.each([
    'Good morning @,\nCan you check?',
    'Morning @, quick question about metformin',
    '@,\n\nThe crossmatch is back.\n\nThanks',
    '@ - can you sign this?',
    'Labs are back.\n\nBest,\n@',
    'Labs are back.\nTake care,\n@',
    'Labs are back. Warmly, @',
    'Labs are back.\nBest wishes,\n@',
    'Thank you @',
    'The labs are back.\n-@',
    'The labs are back. -@',
  ])('%s', (message) => {
    for (const name of ['Lindqvist', 'Tarnowsky', 'Voss', 'Zaylah', 'Mia']) expect(names(message.replace('@', name))).toContain(name)
  })

  test.each([
    'Good morning team,\nCan you check?',
    'Morning stiffness, 30 minutes',
    'Morning Rounds, 8 am',
    'Best practice, Cardiology',
    'Take care,\nand call us',
    'Love it, Cardiology did well',
    'Metformin,\n\ntwice daily',
    'Assessment,\n\nPneumonia.',
    'Elvanse - can I take it with food?',
    'Aspirin - can you refill this?',
    'Meds:\n- Lasix\n- Elvanse',
    'Meds:\n- Elvanse',
    'Thank you Team',
    'Thank you very much',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('introductions in small letters', () => {
  test.each([
    'my name is @',
    'hi this is @ calling',
    'hi im @ and i have gout',
    'call me @',
    'labs are back\nthanks, @',
    'my wife, @, has it',
    'my 3 yo @ has croup',
    'baby girl @, 37 weeks',
    'name: @',
    '@ (wife) is outside',
    '@ here, quick question',
    'hi, @ here',
  ])('%s', (message) => {
    for (const name of ['quillhu', 'zaylah', 'lindqvist']) expect(names(message.replace('@', name))).toEqual([name])
  })

  test.each([
    'my name is on the list',
    'hi this is a question',
    'hi im pregnant',
    'im nauseous',
    'call me asap',
    'thanks, appreciate it',
    'thanks, bye',
    'name: unknown',
    'pain here, quick question',
    'baby girl born',
    'my 3 yo keeps coughing',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('surnames with particles', () => {
  test.each([
    'Dr. @ agrees.',
    'pt @ has gout',
    'Seen by @.',
    'Patient: @',
    'Mrs @, 78, fell',
    '@ called about labs.',
    '@ RN',
    "@'s labs are back",
    'J. @',
  ])('%s', (sentence) => {
    for (const surname of ['van den Berg', 'al-Masri', 'de Souza Lima', 'bin Yusof', 'ter Horst']) {
      const [found] = names(sentence.replace('@', surname))
      expect(found).toContain(surname)
    }
  })

  test.each([
    'with de Quervain tenosynovitis',
    'von Willebrand factor is low',
    'treated with van der Woude syndrome in mind',
    'with von Hippel-Lindau disease',
    'by de novo mutation',
    'the sharps bin Monday',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

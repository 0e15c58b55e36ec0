// The class of a word's most frequent sense: the file of WordNet's lexicographers that it stands in, from 1 on (noun.act is 5, verb.motion 39).
// Inflected words have the class of the word that they are a form of, by WordNet's own rules (morphy) and exceptions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Sense {
  readonly wordClass: number
  /** How often WordNet's texts use the word in this part of speech. */
  readonly uses: number
}

const PARTS = ['noun', 'verb', 'adj', 'adv'] as const
type Part = (typeof PARTS)[number]

/** Endings of forms and what stands there instead. */
const ENDINGS: Readonly<Record<Part, readonly (readonly [string, string])[]>> = {
  noun: [
    ['ies', 'y'],
    ['ses', 's'],
    ['xes', 'x'],
    ['zes', 'z'],
    ['ches', 'ch'],
    ['shes', 'sh'],
    ['men', 'man'],
    ['s', ''],
  ],
  verb: [
    ['ies', 'y'],
    ['es', 'e'],
    ['es', ''],
    ['s', ''],
    ['ied', 'y'],
    ['ed', 'e'],
    ['ed', ''],
    ['ing', 'e'],
    ['ing', ''],
  ],
  adj: [
    ['er', ''],
    ['est', ''],
    ['er', 'e'],
    ['est', 'e'],
  ],
  adv: [],
}

/**
 * @param folder WordNet's data files
 * @returns the class of a folded word, 0 for a word that WordNet does not have
 */
export function readWordClasses(folder: string): (word: string) => number {
  const counts = countSenses(folder)
  const senses = Object.fromEntries(PARTS.map((part) => [part, readSenses(folder, part, counts)])) as Record<Part, Map<string, Sense>>
  const exceptions = Object.fromEntries(PARTS.map((part) => [part, readExceptions(folder, part)])) as Record<Part, Map<string, string>>
  return (word) => {
    let best: Sense | undefined
    for (const part of PARTS) {
      const sense = findSense(word, part, senses[part], exceptions[part])
      if (sense && (!best || sense.uses > best.uses)) best = sense
    }
    return best?.wordClass ?? 0
  }
}

/** What no text uses counts as much as this, and a little more as a form of a verb: glowed is one, an adjective second. */
const UNUSED = 0.1
const VERB_FORM = 0.3

function findSense(word: string, part: Part, senses: Map<string, Sense>, exceptions: Map<string, string>): Sense | undefined {
  for (const base of basesOf(word, part, exceptions)) {
    const sense = senses.get(base)
    if (!sense) continue
    const isVerbForm = part === 'verb' && base !== word && /(?:ed|ing)$/.test(word)
    return isVerbForm ? { ...sense, uses: sense.uses + VERB_FORM } : sense
  }
  return undefined
}

function basesOf(word: string, part: Part, exceptions: Map<string, string>): string[] {
  const bases = [word]
  const exception = exceptions.get(word)
  if (exception) bases.push(exception)
  for (const [ending, instead] of ENDINGS[part])
    if (word.endsWith(ending) && word.length > ending.length + 1) bases.push(word.slice(0, -ending.length) + instead)
  const doubled = /([bdfgklmnprstvz])\1(?:ed|ing)$/.exec(word)
  if (part === 'verb' && doubled) bases.push(word.slice(0, doubled.index + 1))
  return bases
}

/** Uses of each word and part of speech by class. */
function countSenses(folder: string): Map<string, Map<number, number>> {
  const partOf: Readonly<Record<string, Part>> = { 1: 'noun', 2: 'verb', 3: 'adj', 4: 'adv', 5: 'adj' }
  const counts = new Map<string, Map<number, number>>()
  for (const line of readLines(folder, 'cntlist.rev')) {
    const [, word, part, file, uses] = /^([^%]+)%(\d):(\d\d):\S* \d+ (\d+)/.exec(line) ?? []
    if (!word) continue
    const key = `${word} ${partOf[part!]}`
    const ofWord = counts.get(key) ?? new Map<number, number>()
    counts.set(key, ofWord.set(Number(file), (ofWord.get(Number(file)) ?? 0) + Number(uses)))
  }
  return counts
}

function readSenses(folder: string, part: Part, counts: Map<string, Map<number, number>>): Map<string, Sense> {
  const files = new Map<string, number>()
  for (const line of readLines(folder, `data.${part}`)) {
    const [, offset, file] = /^(\d{8}) (\d\d) /.exec(line) ?? []
    if (offset) files.set(offset, Number(file))
  }
  const senses = new Map<string, Sense>()
  for (const line of readLines(folder, `index.${part}`)) {
    const [word = '', , , pointers = '', ...rest] = line.trim().split(' ')
    // Licence text begins with blanks; behind the pointers stand two counts and the senses, the most frequent one first.
    if (line.startsWith(' ') || word === '' || word.includes('_')) continue
    const first = files.get(rest[Number(pointers) + 2]!)!
    senses.set(word, commonest(first, counts.get(`${word} ${part}`) ?? new Map()))
  }
  return senses
}

/** The class with the most uses; where several have as many, the one that WordNet names first. */
function commonest(first: number, counts: ReadonlyMap<number, number>): Sense {
  let file = first
  let most = (counts.get(first) ?? 0) + 0.5
  let uses = UNUSED
  for (const [other, count] of counts) {
    uses += count
    if (count > most) {
      file = other
      most = count
    }
  }
  return { wordClass: file + 1, uses }
}

function readExceptions(folder: string, part: Part): Map<string, string> {
  return new Map(readLines(folder, `${part}.exc`).map((line) => line.split(' ').slice(0, 2) as [string, string]))
}

function readLines(folder: string, name: string): string[] {
  return readFileSync(join(folder, name), 'latin1').split('\n')
}

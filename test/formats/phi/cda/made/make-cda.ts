// Documents of CDA made by seed: of several styles, prefixes and encodings, with identifiers of made-up people in all of their parts.
import { makeBody } from './make-body.ts'
import { makeHeader } from './make-header.ts'
import { makePerson, type Person } from './people.ts'
import { Random } from './random.ts'
import { spellAttribute, spellText } from './spelling.ts'

export interface MadeCda {
  readonly bytes: Uint8Array
  readonly text: string
  readonly people: readonly Person[]
  readonly style: string
}

const PREFIXES = ['', 'cda', 'hl7', 'n1', 'v3.x_y-z', 'ü']
const ENCODINGS = ['utf-8', 'utf-8', 'utf-8 with a byte order mark', 'utf-16le', 'utf-16be', 'iso-8859-1', 'windows-1252'] as const
const STYLES = ['C-CDA', 'IHE', 'eArztbrief', 'unstructured', 'nested'] as const
export type Style = (typeof STYLES)[number]

export class Writer {
  readonly random: Random
  readonly style: Style
  readonly people: Person[] = []
  readonly #prefix: string

  readonly #names: 'any' | 'invented'

  constructor(random: Random, style: Style, prefix: string, names: 'any' | 'invented') {
    this.#names = names
    this.random = random
    this.style = style
    this.#prefix = prefix === '' ? '' : `${prefix}:`
  }

  /** A person whom the header names. */
  person(): Person {
    const person = makePerson(this.random, this.#names)
    this.people.push(person)
    return person
  }

  /** One of those before. */
  someone(): Person {
    return this.random.pick(this.people)
  }

  tag = (local: string, inner = '', attributes = ''): string => {
    const name = this.#prefix + local
    return inner === '' && this.random.chance(0.9) ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`
  }

  text = (local: string, value: string, attributes = ''): string => this.tag(local, spellText(value, this.random), attributes)

  attribute = (name: string, value: string): string => ` ${name}="${spellAttribute(value, this.random)}"`

  /** Now and then an attribute that says that there is nothing. */
  nothing(): string {
    return this.random.chance(0.08) ? ` nullFlavor="${this.random.pick(['UNK', 'NI', 'NA', 'MSK', 'ASKU', 'OTH'])}"` : ''
  }

  get root(): string {
    return this.#prefix
  }
}

export function makeCda(seed: number, names: 'any' | 'invented' = 'any'): MadeCda {
  const random = new Random(seed)
  const prefix = random.pick(PREFIXES)
  const style = STYLES[seed % STYLES.length]!
  const writer = new Writer(random, style, prefix, names)
  const root = `${writer.root}ClinicalDocument`
  const binding = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  const declared = `${binding}="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:sdtc="urn:hl7-org:sdtc"`
  const encoding = random.pick(ENCODINGS)
  const charset = encoding.replace(/ .*|[lb]e$/g, '')
  const inner = makeHeader(writer) + makeBody(writer)
  const text = `<?xml version="1.0" encoding="${charset}"?>\n<${root} ${declared}>${inner}</${root}>`
  return { bytes: encode(text, encoding), text, people: writer.people, style }
}

function encode(text: string, encoding: (typeof ENCODINGS)[number]): Uint8Array {
  switch (encoding) {
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le')
    case 'utf-16be':
      return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
    case 'iso-8859-1':
    case 'windows-1252':
      return Buffer.from(Array.from(text, (sign) => (sign.codePointAt(0)! > 255 ? `&#${sign.codePointAt(0)};` : sign)).join(''), 'latin1')
    default:
      return Buffer.from(encoding === 'utf-8' ? text : `\uFEFF${text}`, 'utf8')
  }
}

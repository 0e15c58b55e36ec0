// Reads the codes that a profile refers to: value sets of NIST's form, or the tables of HL7's form.
import type { XmlDocument, XmlElement } from '../../xml/node.ts'
import { attribute, childElements, refuse } from './profile-xml.ts'

export interface ValueSet {
  readonly codes: readonly string[]
  /** closed: no other code; open: others are allowed; undefined: the file does not say. */
  readonly extensibility: 'closed' | 'open' | undefined
}

/** @throws ProblemError `unreadable_input` for a file that is neither */
export function readValueSets(document: XmlDocument): ReadonlyMap<string, ValueSet> {
  const { root } = document
  const sets = new Map<string, ValueSet>()
  if (root.local === 'ValueSetLibrary') {
    for (const group of childElements(root, 'ValueSetDefinitions'))
      for (const each of childElements(group, 'ValueSetDefinition')) sets.set(attribute(each, 'BindingIdentifier'), readValueSet(each))
    return sets
  }
  const tables = [root, ...childElements(root)].find(({ local }) => TABLES.has(local.toLowerCase()))
  if (!tables) throw refuse(document, root, 'The file holds neither a ValueSetLibrary nor hl7tables.')
  for (const each of childElements(tables, 'hl7table')) {
    const codes = childElements(each, 'tableElement').map((element) => attribute(element, 'code'))
    // HL7's form does not say whether other codes are allowed.
    sets.set(attribute(each, 'id').padStart(4, '0'), { codes: codes.filter((code) => code !== ''), extensibility: undefined })
  }
  return sets
}

const TABLES: ReadonlySet<string> = new Set(['hl7tables'])

function readValueSet(element: XmlElement): ValueSet {
  const extensibility = attribute(element, 'Extensibility')
  const elements = childElements(element, 'ValueElement').filter((each) => attribute(each, 'Usage') !== 'E')
  return {
    codes: elements.map((each) => attribute(each, 'Value')).filter((code) => code !== ''),
    extensibility: extensibility === 'Closed' ? 'closed' : extensibility === 'Open' ? 'open' : undefined,
  }
}

// What kind of clinical item a statement is: by its template, else by the code or the template of its section.
import { templateRoot } from '../templates.ts'

export const CLINICAL_KINDS = [
  'problems',
  'medications',
  'allergies',
  'results',
  'vitals',
  'immunizations',
  'procedures',
  'encounters',
  'socialHistory',
  'functional',
  'familyHistory',
  'devices',
  'goals',
  'plan',
  'payers',
  'notes',
  'advanceDirectives',
  'healthConcerns',
  'careTeam',
  'other',
] as const

export type ClinicalKind = (typeof CLINICAL_KINDS)[number]

type Rows = Readonly<Partial<Record<ClinicalKind, string>>>

/** Numbers behind 2.16.840.1.113883.10.20; whole OIDs of others. */
const STATEMENT_TEMPLATES: Rows = {
  problems: '22.4.3 22.4.4 22.4.33 22.4.34 22.4.51 22.4.65 1.27 1.28 1.3.6.1.4.1.19376.1.5.3.1.4.5.1 1.3.6.1.4.1.19376.1.5.3.1.4.5.2',
  medications: '22.4.16 22.4.17 22.4.18 22.4.35 22.4.36 1.3.6.1.4.1.19376.1.5.3.1.4.7',
  allergies: '22.4.30 22.4.7 1.18 1.3.6.1.4.1.19376.1.5.3.1.4.5.3 1.3.6.1.4.1.19376.1.5.3.1.4.6',
  results: '22.4.1 22.4.2 1.31 1.32',
  vitals: '22.4.26 22.4.27 1.35',
  immunizations: '22.4.52 1.3.6.1.4.1.19376.1.5.3.1.4.12',
  procedures: '22.4.12 22.4.13 22.4.14 1.29 1.3.6.1.4.1.19376.1.5.3.1.4.19',
  encounters: '22.4.49 1.21 1.3.6.1.4.1.19376.1.5.3.1.4.14',
  socialHistory:
    '22.4.38 22.4.78 22.4.85 22.4.72 22.4.109 22.4.111 22.4.200 22.4.501 22.4.503 22.4.505 22.4.506 15.3.8 34.3.45 22.4.281 1.33',
  functional: '22.4.66 22.4.67 22.4.68 22.4.74 22.4.75 22.4.127 22.4.128',
  familyHistory: '22.4.45 22.4.46 1.22 1.23 1.3.6.1.4.1.19376.1.5.3.1.4.15',
  devices: '22.4.50 22.4.135 1.34',
  goals: '22.4.121',
  plan: '22.4.39 22.4.40 22.4.41 22.4.42 22.4.43 22.4.44 22.4.120 22.4.129 22.4.130 22.4.140 22.4.131 1.25',
  payers: '22.4.60 22.4.61 1.20 1.26',
  notes: '22.4.202',
  advanceDirectives: '22.4.48 22.4.108 1.17',
  healthConcerns: '22.4.132 22.4.136 22.4.5',
  careTeam: '22.4.500 22.4.500.1',
}

/** LOINC codes of sections, and templates of sections as above. */
const SECTIONS: Rows = {
  problems:
    '11450-4 11348-0 46241-6 11535-2 10219-4 10218-6 59769-0 29308-4 8648-8 22.2.5 22.2.20 22.2.24 22.2.34 22.2.35 22.2.36 22.2.43 1.11',
  medications: '10160-0 29549-3 10183-2 42346-7 18610-6 75311-1 57828-6 22.2.1 22.2.11 22.2.38 22.2.44 1.8',
  allergies: '48765-2 22.2.6 1.2',
  results: '30954-2 26436-6 18748-4 11493-4 18719-5 18725-2 22.2.3 22.2.16 1.14',
  vitals: '8716-3 22.2.4 1.16',
  immunizations: '11369-6 22.2.2 1.6',
  procedures: '47519-4 29554-3 59776-5 22.2.7 22.2.27 22.2.28 1.12',
  encounters: '46240-8 22.2.22 1.3',
  socialHistory: '29762-2 10162-6 82810-3 22.2.17 1.15',
  functional: '47420-5 10190-7 22.2.14 22.2.56 1.5',
  familyHistory: '10157-6 22.2.15 1.4',
  devices: '46264-8 22.2.23 22.2.40 1.7',
  goals: '61146-7 22.2.60',
  plan: '18776-5 51847-2 59772-4 62387-6 22.2.10 22.2.9 22.2.30 21.2.3 1.10',
  payers: '48768-6 22.2.18 1.9',
  notes: '34109-9 28570-0 11488-4 18842-5 34117-2 11506-3 11502-2 11504-8 22.2.65',
  advanceDirectives: '42348-3 42349-1 22.2.21 1.1',
  healthConcerns: '75310-3 22.2.58',
  careTeam: '85847-2 22.2.500',
}

const byStatement = invert(STATEMENT_TEMPLATES)
const bySection = invert(SECTIONS)

/** Templates may end in `.1`, too: those of sections whose entries are required. */
function invert(rows: Rows): Map<string, ClinicalKind> {
  const kinds = new Map<string, ClinicalKind>()
  for (const [kind, keys] of Object.entries(rows)) {
    for (const key of keys.split(' ')) {
      const isWhole = key.includes('-') || key.startsWith('1.3.6.')
      kinds.set(isWhole ? key : `2.16.840.1.113883.10.20.${key}`, kind as ClinicalKind)
    }
  }
  for (const [key, kind] of [...kinds]) if (!kinds.has(`${key}.1`)) kinds.set(`${key}.1`, kind)
  return kinds
}

/** Of the first template that is known; undefined for none. */
export function kindOfStatement(templates: readonly string[]): ClinicalKind | undefined {
  return kindOf(byStatement, templates)
}

/** By the code in LOINC, else by a template, whose entries may be required (`.1`) or not. */
export function kindOfSection(code: string | undefined, templates: readonly string[]): ClinicalKind | undefined {
  return (code === undefined ? undefined : bySection.get(code)) ?? kindOf(bySection, templates)
}

function kindOf(kinds: ReadonlyMap<string, ClinicalKind>, templates: readonly string[]): ClinicalKind | undefined {
  for (const template of templates) {
    const kind = kinds.get(templateRoot(template))
    if (kind) return kind
  }
  return undefined
}

// Who a clinical document is about, what it is, and who wrote it.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { type Code, codeWords, type NameValue, plainWords, type Time, timeWords } from './clinical-words.ts'

interface Identifier {
  readonly root?: string
  readonly extension?: string
  readonly assigner?: string
}

interface Role {
  readonly name?: readonly NameValue[]
  readonly player?: Role & { readonly software?: Code; readonly model?: Code }
  readonly scoper?: Role
}

interface Participation {
  readonly time?: Time
  readonly role?: Role
}

interface Patient {
  readonly id: readonly Identifier[]
  readonly name: readonly NameValue[]
  readonly gender?: Code
  readonly birthTime?: Time
  readonly deceased?: unknown
  readonly deceasedTime?: Time
  readonly maritalStatus?: Code
  readonly race?: readonly Code[]
  readonly ethnicity?: readonly Code[]
  readonly languages?: readonly { readonly code?: unknown }[]
  readonly address?: readonly { readonly text: string }[]
  readonly telecom?: readonly { readonly value?: string }[]
  readonly provider?: Role
}

export interface Header {
  readonly title?: unknown
  readonly effectiveTime?: Time
  readonly confidentiality?: Code
  readonly patient?: Patient
  readonly otherPatients?: readonly Patient[]
  readonly authors: readonly Participation[]
  readonly custodian?: Participation
  readonly encompassingEncounter?: { readonly effective?: Time; readonly code?: Code }
}

type Fact = readonly [name: string, value: string]

export function DocumentBanner({ header, kind }: { readonly header: Header; readonly kind: string | null }): VNode {
  const { patient, otherPatients = [] } = header
  return h(
    'header',
    { class: 'banner' },
    h('h3', null, plainWords(header.title) || kind || t('Clinical document')),
    patient && h(PatientBanner, { patient }),
    otherPatients.map((other, i) => h(PatientBanner, { key: i, patient: other })),
    facts([
      [t('Document'), plainWords(header.title) === '' ? '' : (kind ?? '')],
      [t('Written'), timeWords(header.effectiveTime)],
      [
        t('Authors'),
        header.authors
          .map(({ role }) => roleWords(role))
          .filter(Boolean)
          .join('; '),
      ],
      [t('Custodian'), roleWords(header.custodian?.role)],
      [
        t('Encounter'),
        [codeWords(header.encompassingEncounter?.code), timeWords(header.encompassingEncounter?.effective)].filter(Boolean).join(', '),
      ],
      [t('Confidentiality'), codeWords(header.confidentiality)],
    ]),
  )
}

function PatientBanner({ patient }: { readonly patient: Patient }): VNode {
  const { name, birthTime, gender, deceased, deceasedTime } = patient
  const isDead = deceased === true || deceasedTime !== undefined
  return h(
    'div',
    { class: 'patient' },
    h(
      'p',
      { class: 'patient-line' },
      h('strong', null, name.map(({ text }) => text).join(' / ') || t('No name')),
      h(
        'span',
        null,
        [
          codeWords(gender),
          birthTime && t('born {time}', { time: timeWords(birthTime) }),
          isDead && t('died {time}', { time: timeWords(deceasedTime) }).trim(),
        ]
          .filter(Boolean)
          .join(', '),
      ),
    ),
    facts([
      [
        t('Identifiers'),
        patient.id
          .map(({ extension, root, assigner }) => [extension ?? root, assigner && `(${assigner})`].filter(Boolean).join(' '))
          .join(', '),
      ],
      [
        t('Address'),
        (patient.address ?? [])
          .map(({ text }) => plainWords(text))
          .filter(Boolean)
          .join('; '),
      ],
      [
        t('Contact'),
        (patient.telecom ?? []).flatMap(({ value }) => (value === undefined ? [] : [value.replace(/^(?:tel|mailto):/, '')])).join(', '),
      ],
      [
        t('Language'),
        (patient.languages ?? [])
          .map(({ code }) => plainWords(code))
          .filter(Boolean)
          .join(', '),
      ],
      [t('Race and ethnicity'), [...(patient.race ?? []), ...(patient.ethnicity ?? [])].map(codeWords).filter(Boolean).join(', ')],
      [t('Marital status'), codeWords(patient.maritalStatus)],
    ]),
  )
}

/** The person, else the device or organization. */
function roleWords(role: Role | undefined): string {
  if (!role) return ''
  const names = [role.name, role.player?.name].flatMap((list) => list ?? []).map(({ text }) => plainWords(text))
  const device = codeWords(role.player?.software) || codeWords(role.player?.model)
  const organization = (role.scoper?.name ?? []).map(({ text }) => plainWords(text))
  return [...new Set([...names, device, ...organization].filter(Boolean))].join(', ')
}

function facts(list: readonly Fact[]): VNode {
  return h(
    'dl',
    { class: 'meaning' },
    list.map(([name, value]) => value !== '' && h('div', { key: name }, h('dt', null, name), h('dd', null, value))),
  )
}

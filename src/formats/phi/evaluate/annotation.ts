// Annotated documents, whatever format they came in, and what their labels mean.
import type { PhiCategory } from '../category.ts'

export interface AnnotatedSpan {
  /** UTF-16 offsets, end exclusive. */
  readonly start: number
  readonly end: number
  readonly category: PhiCategory | 'other'
}

export interface AnnotatedDocument {
  readonly id: string | undefined
  /** Undefined where the format holds no text. */
  readonly text: string | undefined
  readonly spans: readonly AnnotatedSpan[]
  /** Ranges that count for nothing. */
  readonly ignore: readonly (readonly [number, number])[]
  /** Ranges that look like identifiers and must stay. */
  readonly traps: readonly (readonly [number, number])[]
}

/** How labels are read: the caller's own first; what is listed as ignored is neutral. */
export interface LabelRules {
  readonly labels: Readonly<Record<string, PhiCategory>>
  readonly ignoreLabels: ReadonlySet<string>
}

/** Labels of i2b2 2006 and 2014, MEDDOCAN, Presidio and common others, in lower case without signs. */
const LABELS: readonly (readonly [PhiCategory, string])[] = [
  [
    'name',
    'name person patient doctor provider providername physician nurse firstname lastname surname givenname familyname middlename fullname username nombresujetoasistencia nombrepersonalsanitario familiaressujetoasistencia relative family per pername staff hcpname',
  ],
  [
    'location',
    'location loc gpe address streetaddress street city state country county zip zipcode postalcode postcode locationother room calle territorio pais place geo',
  ],
  ['date', 'date datetime dob dateofbirth birthdate fechas fecha time dateshift'],
  ['age', 'age ageover89 edadsujetoasistencia'],
  ['phone', 'phone phonenumber telephone mobile numerotelefono contact pager'],
  ['fax', 'fax faxnumber numerofax'],
  ['email', 'email emailaddress correoelectronico'],
  ['ssn', 'ssn usssn socialsecuritynumber'],
  ['mrn', 'mrn medicalrecord medicalrecordnumber idsujetoasistencia patientid'],
  ['health-plan-id', 'healthplan healthplanid healthplannumber idaseguramiento insuranceid memberid'],
  ['account', 'account accountnumber creditcard iban ibancode bic usbanknumber'],
  [
    'license',
    'license licensenumber usdriverlicense driverlicense idtitulacionpersonalsanitario idempleopersonalsanitario npi dea certificate',
  ],
  ['vehicle', 'vehicle vehicleid vin licenseplate matriculavehiculo'],
  ['device', 'device deviceid imei serialnumber mac macaddress iddispositivo'],
  ['url', 'url domainname website direccionurl urlweb'],
  ['ip', 'ip ipaddr ipaddress ipormac'],
  ['biometric', 'biometric bioid biometricorphoto identifbiometricos'],
  ['photo', 'photo image'],
  ['national-id', 'nationalid passport uspassport usitin uknhs nhs nhsnumber idnacional'],
  ['other-id', 'otherid id idnum idnumber identifier idcontactoasistencial contactid otrossujetoasistencia apikey other'],
  ['organization', 'organization organisation org institucion company employer'],
  ['facility', 'facility hospital centrosalud clinic'],
  ['profession', 'profession profesion occupation job'],
]
const CATEGORIES = new Map(
  LABELS.flatMap(([category, names]) => [category, ...names.split(' ')].map((name) => [plain(name), category] as const)),
)

function plain(label: string): string {
  return label.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The category of a label; `other` for one that is not known, undefined for one that is ignored. */
export function categoryOfLabel(label: string, { labels, ignoreLabels }: LabelRules): PhiCategory | 'other' | undefined {
  if (ignoreLabels.has(label)) return undefined
  if (Object.hasOwn(labels, label)) return labels[label]!
  return CATEGORIES.get(plain(label)) ?? 'other'
}

/** Offsets in code points, as Python and brat count, to UTF-16; undefined where the text has no such place. */
export function codePointOffsets(text: string): (offset: number) => number | undefined {
  // No surrogates, no difference: the common case needs no table.
  if (!/[\uD800-\uDFFF]/.test(text)) return (offset) => (offset <= text.length ? offset : undefined)
  const starts: number[] = []
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) starts.push(at)
  starts.push(text.length)
  return (offset) => starts[offset]
}

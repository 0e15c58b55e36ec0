// The udiCarrier element of FHIR's Device: identifier, issuer, jurisdiction, and the carrier in both forms.
import { encodeUtf8 } from '../../core/encode-utf8.ts'
import type { ReadUdi } from './udi-result.ts'

export type Jurisdiction = 'us' | 'eu' | 'any'
/** R4B names the systems as R4 does. */
export type FhirRelease = 'R4' | 'R5'

const SYSTEMS = 'http://hl7.org/fhir/NamingSystem'
/** Device.udiCarrier.issuer and .jurisdiction, R4 4.0.1 and R5 5.0.0: what R4 does not name is named as in R5. */
const ISSUERS: Readonly<Record<FhirRelease, { readonly hibcc: string; readonly us: string }>> = {
  R4: { hibcc: 'hibcc-dI', us: 'fda-udi' },
  R5: { hibcc: 'hibcc-diI', us: 'us-fda-udi' },
}

export interface FhirUdiCarrier {
  readonly udiCarrier: {
    readonly deviceIdentifier: string
    readonly issuer: string
    readonly jurisdiction?: string
    readonly carrierAIDC?: string
    readonly carrierHRF?: string
  }[]
}

/** Null without a device identifier, which the element requires. */
export function udiCarrier(
  read: ReadUdi,
  di: string | null,
  { jurisdiction, fhirRelease }: { readonly jurisdiction: Jurisdiction; readonly fhirRelease: FhirRelease },
): FhirUdiCarrier | null {
  if (di === null) return null
  const name = jurisdiction === 'us' ? ISSUERS[fhirRelease].us : 'eu-ec-udi'
  return {
    udiCarrier: [
      {
        deviceIdentifier: di,
        issuer: `${SYSTEMS}/${issuerOf(read, fhirRelease)}`,
        ...(jurisdiction === 'any' ? {} : { jurisdiction: `${SYSTEMS}/${name}` }),
        ...(read.aidc === null ? {} : { carrierAIDC: base64(read.aidc) }),
        ...(read.hrf === null ? {} : { carrierHRF: read.hrf }),
      },
    ],
  }
}

function issuerOf({ agency, isBlood }: ReadUdi, release: FhirRelease): string {
  if (agency === 'HIBCC') return ISSUERS[release].hibcc
  if (agency === 'ICCBBA') return isBlood ? 'iccbba-blood-di' : 'iccbba-other-di'
  return agency === 'IFA' ? 'ifa-gmbh-di' : 'gs1-di'
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...encodeUtf8(text)))
}

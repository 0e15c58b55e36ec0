// The VEX document in CycloneDX 1.6: what the reviewed vulnerabilities of build/packages/vulnerability-review.ts mean for this program, by
// references into its bill of materials.
import { REVIEWS, type Review } from './vulnerability-review.ts'

interface Part {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly components?: readonly Part[]
}

interface Bill {
  readonly serialNumber: string
  readonly version: number
  readonly metadata: { readonly timestamp: string; readonly component: unknown }
  readonly components: readonly Part[]
}

const COVERAGE =
  'Covers the vulnerabilities that are listed here and no others. A vulnerability that is not listed was not reviewed: compare the package URLs and CPEs of the bill of materials with a database of today.'

/**
 * @param billOfMaterials JSON text
 * @returns JSON text, the same for the same bill
 * @throws Error where a review is of another version than the bill has, or of a library that it does not have
 */
export function composeVex(billOfMaterials: string, reviews: readonly Review[] = REVIEWS): string {
  const bill = JSON.parse(billOfMaterials) as Bill
  const parts = listParts(bill.components)
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: bill.metadata.timestamp,
      component: bill.metadata.component,
      properties: [{ name: 'coverage', value: COVERAGE }],
    },
    vulnerabilities: reviews.map((review) => vulnerabilityOf(review, findPart(review, parts), bill)),
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

function vulnerabilityOf({ id, source, state, justification, detail }: Review, part: Part, { serialNumber, version }: Bill) {
  const link = `urn:cdx:${serialNumber.replace('urn:uuid:', '')}/${version}#${encodeURIComponent(part['bom-ref'])}`
  return {
    id,
    source,
    analysis: { state, ...(justification && { justification }), detail },
    affects: [{ ref: link, versions: [{ version: part.version, status: state === 'not_affected' ? 'unaffected' : 'affected' }] }],
  }
}

function listParts(components: readonly Part[]): Part[] {
  return components.flatMap((part) => [part, ...listParts(part.components ?? [])])
}

function findPart({ id, library, version }: Review, parts: readonly Part[]): Part {
  const found = parts.find(({ name }) => name === library)
  if (!found) throw new Error(`${id} was reviewed for ${library}, which the bill of materials does not have: remove the review`)
  if (found.version !== version)
    throw new Error(`${id} was reviewed for ${library} ${version}; the bill of materials has ${found.version}: review it again`)
  return found
}

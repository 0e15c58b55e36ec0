// Quantities, their ranges and ratios: PQ, INT, REAL, MO, IVL, RTO. Numbers stay as they are written.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import { attribute, ElementPlan, each, flag, one, ownText } from './element-plan.ts'
import type { QuantityValue } from './fields/value-fields.ts'
import { readCode } from './read-code.ts'

const QUANTITY = new ElementPlan<QuantityValue>(
  {
    value: attribute('value'),
    unit: attribute('unit'),
    currency: attribute('currency'),
    inclusive: flag('inclusive'),
    nullFlavor: attribute('nullFlavor'),
    low: one('low', readQuantity),
    high: one('high', readQuantity),
    center: one('center', readQuantity),
    width: one('width', readQuantity),
    numerator: one('numerator', readQuantity),
    denominator: one('denominator', readQuantity),
    translations: each('translation', readTranslation),
    text: ownText(),
  },
  { ignoresType: true },
)

export function readQuantity(reading: CdaReading, element: XmlElement): QuantityValue {
  return QUANTITY.read(reading, element)
}

function readTranslation(reading: CdaReading, element: XmlElement) {
  return compact({ value: reading.attribute(element, 'value'), code: readCode(reading, element) })
}

// Quantities, their ranges and ratios: PQ, INT, REAL, MO, IVL, RTO. Numbers stay as they are written.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import type { QuantityValue } from './fields/value-fields.ts'
import { readCode } from './read-code.ts'

export function readQuantity(reading: CdaReading, element: XmlElement): QuantityValue {
  reading.typeOf(element)
  const own = {
    value: reading.attribute(element, 'value'),
    unit: reading.attribute(element, 'unit'),
    currency: reading.attribute(element, 'currency'),
    inclusive: reading.flag(element, 'inclusive'),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  }
  if (element.children.length === 0) return compact(own)
  return compact({
    ...own,
    low: reading.one(element, 'low', readQuantity),
    high: reading.one(element, 'high', readQuantity),
    center: reading.one(element, 'center', readQuantity),
    width: reading.one(element, 'width', readQuantity),
    numerator: reading.one(element, 'numerator', readQuantity),
    denominator: reading.one(element, 'denominator', readQuantity),
    translations: reading.each(element, 'translation', readTranslation),
    text: reading.textOf(element),
  })
}

function readTranslation(reading: CdaReading, element: XmlElement) {
  return compact({ value: reading.attribute(element, 'value'), code: readCode(reading, element) })
}

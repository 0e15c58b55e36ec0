// Elements with one value: texts, flags, codes and numbers. What has a nullFlavor instead keeps it.
import type { XmlElement } from '../xml/node.ts'
import type { CdaReading } from './cda-reading.ts'
import type { NullFlavored } from './fields/value-fields.ts'

type Simple<T> = T | NullFlavored | undefined

function orNullFlavor<T>(reading: CdaReading, element: XmlElement, value: T | undefined): Simple<T> {
  if (value !== undefined) return value
  const nullFlavor = reading.attribute(element, 'nullFlavor')
  return nullFlavor === undefined ? undefined : { nullFlavor }
}

/** The text of an element. */
export function readText(reading: CdaReading, element: XmlElement): Simple<string> {
  return orNullFlavor(reading, element, reading.textOf(element))
}

/** `<deceasedInd value="true"/>`. */
export function readFlag(reading: CdaReading, element: XmlElement): Simple<boolean> {
  return orNullFlavor(reading, element, reading.flag(element, 'value'))
}

/** `<statusCode code="active"/>`. */
export function readSimpleCode(reading: CdaReading, element: XmlElement): Simple<string> {
  return orNullFlavor(reading, element, reading.attribute(element, 'code'))
}

/** `<versionNumber value="2"/>`; the number as it is written. */
export function readNumber(reading: CdaReading, element: XmlElement): Simple<string> {
  return orNullFlavor(reading, element, reading.attribute(element, 'value'))
}

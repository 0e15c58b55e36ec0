// A fault at a path of a document, and paths as people read them.
import { Fault, type FaultCode, type Place } from '../../../core/fault.ts'
import type { JsonPath } from './json-value.ts'

/** Knows where in a JSON value it is; who knows the text as well adds line, column and offset with `withPlace`. */
export class PlacedFault extends Fault {
  readonly path: JsonPath

  constructor(message: string, path: JsonPath, code: FaultCode = 'unsupported_variant') {
    super(message, { code })
    this.path = path
  }

  withPlace(at: Place): Fault {
    return new Fault(this.message, { code: this.code, at })
  }
}

/**
 * `Patient.name[0].given[1]`: FHIRPath of a place. The `_` of a primitive's extensions is left out, as FHIRPath knows no such name.
 * @param type the type of the resource that the path begins in
 */
export function pathText(type: string, path: JsonPath): string {
  let text = type
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `.${step.startsWith('_') ? step.slice(1) : step}`
  return text
}

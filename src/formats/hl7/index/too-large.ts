// The refusal of a document that holds too much for its index.
import { Fault } from '../../../core/fault.ts'

export function tooLarge(what: 'fields' | 'lines' | 'headers' | 'characters', limit: number): Fault {
  return new Fault(`The document has more than ${limit} ${what}.`, { code: 'resource_limit', facts: { limit } })
}

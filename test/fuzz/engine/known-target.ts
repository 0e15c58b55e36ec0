// Targets of de-identifiers: a value that the caller names in `known` is not left in the result, unless the result reports that something is.
import type { Tool } from '../../../src/core/tool.ts'
import { expectThat, type FuzzTarget } from './target.ts'
import { type ToolTarget, toolTarget } from './tool-target.ts'
import type { Fields } from './whole-call.ts'

/** No word of any language, so that no rule keeps it. */
export const SECRET = 'Zebulonquux'

/** A name inside of a longer run of letters is none. */
const AS_A_WORD = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])${SECRET}(?![\\p{L}\\p{M}\\p{N}_])`, 'iu')

/** Options by which a caller decides that a value stays. Golden cases have some too, and hide the secret all the same. */
const MAY_KEEP = /"(?:keep|allow|custom)"/

export interface SecretTarget extends Omit<ToolTarget, 'optionsOf' | 'check'> {
  readonly tool: Tool
  /** Field of the result that holds the new document. */
  readonly output: string
}

export function secretTarget({ output, dictionary = [], ...rest }: SecretTarget): FuzzTarget {
  return toolTarget({
    ...rest,
    dictionary: [...dictionary, SECRET, SECRET.toUpperCase(), SECRET.toLowerCase()],
    optionsOf: knowSecret,
    check(result, call) {
      if (call && MAY_KEEP.test(JSON.stringify(call.options))) return
      const written = result[output]
      const text = written instanceof Uint8Array ? Buffer.from(written).toString('utf8') : String(written)
      const isLeft = AS_A_WORD.test(text) || text.toLowerCase().includes([...SECRET.toLowerCase()].join('\u0000'))
      expectThat(!isLeft || reportsResidual(result), 'a known value is removed or reported')
    },
  })
}

/** Beside what the call knows itself. Options that fit no schema are refused as they are. */
function knowSecret(own: Fields): Fields {
  const known = own.known ?? {}
  if (typeof known !== 'object') return own
  const { names = [] } = known as { readonly names?: unknown }
  return Array.isArray(names) ? { ...own, known: { ...known, names: [...names, SECRET] } } : own
}

function reportsResidual(result: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(result).some(([name, value]) => {
    if (name === 'residual') return Array.isArray(value) && value.length > 0
    return (
      typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && reportsResidual(value as Record<string, unknown>)
    )
  })
}

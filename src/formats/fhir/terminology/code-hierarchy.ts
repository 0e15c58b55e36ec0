// The codes of a code system with their hierarchy and properties, and the filters of value sets over them (R4 4.9.5).
import { RE2JS } from 're2js'
import type { CodeSystemDefinition, Concept, ValueSetFilter } from '../profile/definitions.ts'

/** A set whose codes are the same in upper and lower case. */
class CaselessCodes extends Set<string> {
  override has(code: string): boolean {
    return super.has(code.toLowerCase())
  }

  override add(code: string): this {
    return super.add(code.toLowerCase())
  }

  override delete(code: string): boolean {
    return super.delete(code.toLowerCase())
  }
}

export class CodeHierarchy {
  /** Every code of the system. */
  readonly codes: ReadonlySet<string>
  private readonly parents = new Map<string, string[]>()
  private readonly properties = new Map<string, Concept['properties']>()
  private readonly caseSensitive: boolean

  constructor({ concepts, caseSensitive }: CodeSystemDefinition) {
    this.caseSensitive = caseSensitive
    this.visit(concepts, undefined)
    for (const [code, properties] of this.properties) {
      for (const { code: property, value } of properties) {
        if (property === 'parent' || property === 'subsumedBy') this.parents.get(code)?.push(value)
        else if (property === 'child') this.parents.get(value)?.push(code)
      }
    }
    this.codes = this.setOf(this.parents.keys())
  }

  /** The codes that all filters let through; undefined where one has an operator that is not known. */
  filter(filters: readonly ValueSetFilter[]): ReadonlySet<string> | undefined {
    if (filters.length === 0) return this.codes
    let left = [...this.parents.keys()]
    for (const each of filters) {
      const test = this.testOf(each)
      if (!test) return undefined
      left = left.filter(test)
    }
    return this.setOf(left)
  }

  /** Codes that are listed, compared as the system compares its codes. */
  only(codes: readonly string[]): ReadonlySet<string> {
    return this.setOf(codes)
  }

  private setOf(codes: Iterable<string>): ReadonlySet<string> {
    const set = this.caseSensitive ? new Set<string>() : new CaselessCodes()
    for (const code of codes) set.add(code)
    return set
  }

  private visit(concepts: readonly Concept[], parent: string | undefined): void {
    for (const { code, properties, children } of concepts) {
      const above = this.parents.get(code) ?? []
      if (parent !== undefined) above.push(parent)
      this.parents.set(code, above)
      this.properties.set(code, properties)
      this.visit(children, code)
    }
  }

  private testOf({ property, op, value }: ValueSetFilter): ((code: string) => boolean) | undefined {
    switch (op) {
      case 'is-a':
        return (code) => code === value || this.isBelow(code, value)
      case 'descendent-of':
        return (code) => this.isBelow(code, value)
      case 'is-not-a':
        return (code) => code !== value && !this.isBelow(code, value)
      case 'generalizes':
        return (code) => code === value || this.isBelow(value, code)
      case 'child-of':
        return (code) => this.parents.get(code)!.includes(value)
      case 'descendent-leaf': {
        const inner = new Set([...this.parents.values()].flat())
        return (code) => this.isBelow(code, value) && !inner.has(code)
      }
      case '=':
        return (code) => this.valuesOf(code, property).includes(value)
      case 'in':
      case 'not-in': {
        const listed = new Set(value.split(',').map((each) => each.trim()))
        return (code) => this.valuesOf(code, property).some((each) => listed.has(each)) === (op === 'in')
      }
      case 'exists':
        return (code) => this.valuesOf(code, property).length > 0 === (value === 'true')
      case 'regex': {
        const pattern = compilePattern(value)
        return pattern && ((code) => this.valuesOf(code, property).some((each) => pattern.matches(each)))
      }
      default:
        return undefined
    }
  }

  private valuesOf(code: string, property: string): string[] {
    if (property === 'code' || property === 'concept') return [code]
    if (property === 'parent') return this.parents.get(code)!
    return (this.properties.get(code) ?? []).filter((each) => each.code === property).map(({ value }) => value)
  }

  private isBelow(code: string, ancestor: string): boolean {
    const seen = new Set<string>()
    const open = [...(this.parents.get(code) ?? [])]
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      if (each === ancestor) return true
      if (!seen.has(each)) open.push(...(this.parents.get(each) ?? []))
      seen.add(each)
    }
    return false
  }
}

/** In linear time; undefined for what is no pattern. */
function compilePattern(text: string): RE2JS | undefined {
  try {
    return RE2JS.compile(text)
  } catch {
    return undefined
  }
}

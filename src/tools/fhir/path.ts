// fhir/path: FHIRPath on resources, with the place of each result.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { FHIR_MEDIA_TYPES, type FhirResource } from '../../formats/fhir/document/fhir-document.ts'
import { unknownType } from '../../formats/fhir/document/other-versions.ts'
import { readFhirDocument } from '../../formats/fhir/document/read-document.ts'
import { RESOURCE_FEED } from '../../formats/fhir/document/resource-feed.ts'
import { type JsonValue, numberText } from '../../formats/fhir/json/json-value.ts'
import { type FhirModel, modelOf } from '../../formats/fhir/model/element-plan.ts'
import { FHIR_VERSIONS } from '../../formats/fhir/model/versions.ts'
import { CHECK_CODES, type CheckCode, checkExpression } from '../../formats/fhir/path/check.ts'
import { compileExpression } from '../../formats/fhir/path/compile.ts'
import { Decimal } from '../../formats/fhir/path/decimal.ts'
import { evaluate, showItem } from '../../formats/fhir/path/evaluate.ts'
import { type Items, ofBoolean, ofDecimal, ofString, rootNode } from '../../formats/fhir/path/item.ts'
import { type Expression, parseExpression } from '../../formats/fhir/path/parse.ts'
import { conformanceOf } from '../../formats/fhir/profile/conformance.ts'
import { openGuides } from '../../formats/fhir/profile/open-guides.ts'

const PATIENT = JSON.stringify(
  {
    resourceType: 'Patient',
    name: [
      { use: 'official', family: 'Sample', given: ['Ada', 'B'] },
      { use: 'nickname', given: ['Addie'] },
    ],
  },
  undefined,
  2,
)

const MAX_RESULTS = 1_000_000
const EXPRESSION = '/options/expression'
const CONTEXT = '/options/context'

export const fhirPath = defineTool({
  id: 'fhir/path',
  version: '1.0.0',
  title: 'FHIRPath',
  summary: 'Evaluates a FHIRPath expression on resources, and returns each result with its type and location.',
  input: z.strictObject({
    resource: textOrBytesField('A FHIR resource as JSON or XML, a JSON array of resources, or NDJSON with one resource a line.'),
  }),
  options: z.strictObject({
    expression: z
      .string()
      .min(1)
      .max(1_000_000)
      .default('descendants()')
      .describe("A FHIRPath expression, such as name.where(use = 'official').given.")
      .meta(showAs({ kind: 'prominent', paths: { syntax: 'fhirpath', of: 'resource' } })),
    context: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe('FHIRPath expression for the context: the expression is evaluated on each of its elements. Default: the resource.')
      .meta(showAs({ kind: 'paths', paths: { syntax: 'fhirpath', of: 'resource' } })),
    strict: z.boolean().default(false).describe('Reject an expression that has `checks` for the type of a resource.'),
    version: z.enum(FHIR_VERSIONS).default('R4').describe('FHIR version of the definitions.'),
    variables: z
      .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,99}$/), z.union([z.string().max(10_000), z.number(), z.boolean()]))
      .default({})
      .describe('Values of variables: {"code": "8867-4"} for %code.'),
    now: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Value of now(), today() and timeOfDay(). Without it, they are empty, so that a call always has the same result.'),
  }),
  output: z
    .strictObject({
      results: z
        .array(
          z.strictObject({
            index: z.int().min(0).describe('Place of the resource in the document, from 0.'),
            type: z.string().describe('Type of FHIR, such as HumanName, or of FHIRPath, such as System.Integer.'),
            value: z.unknown().describe('The value as JSON; a number that JSON would write otherwise as a text.'),
            path: z.string().nullable().describe('FHIRPath of the element from the resource; null for a computed value.'),
            line: z.int().min(1).nullable().describe('Line of the element, from 1.'),
            column: z.int().min(1).nullable().describe('Column of the element, from 1.'),
            offset: z.int().min(0).nullable().describe('UTF-16 code units before the element in the text of the document.'),
          }),
        )
        .describe('What the expression gives, resource by resource.'),
      checks: z
        .array(
          z.strictObject({
            code: z.enum(CHECK_CODES).describe('What is wrong, or may be.'),
            column: z.int().min(1).describe('Column in the expression, from 1.'),
            resourceType: z.string().describe('The type of resource that it is wrong for.'),
            message: z.string().describe('The same in words.'),
          }),
        )
        .describe('Problems found by static analysis of the expression.'),
      trace: z
        .array(
          z.strictObject({
            index: z.int().min(0).describe('Place of the resource in the document, from 0.'),
            name: z.string().describe('The name that trace() was given.'),
            results: z
              .array(
                z.strictObject({
                  type: z.string().describe('As in results.'),
                  value: z.unknown().describe('As in results.'),
                  path: z.string().nullable().describe('As in results.'),
                }),
              )
              .describe('What trace() saw.'),
          }),
        )
        .describe('Every call of trace(), in the order of the calls.'),
      resources: z.int().min(0).describe('Resources that the expression was evaluated on.'),
      version: z.enum(FHIR_VERSIONS).describe('The version whose definitions were used.'),
    })
    .meta(showAs({ kind: 'path-results', of: { part: 'input', field: 'resource' } })),
  document: {
    field: 'resource',
    mediaTypes: FHIR_MEDIA_TYPES,
    feed: RESOURCE_FEED,
  },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'Given names',
      input: { resource: PATIENT },
      options: { expression: "name.where(use = 'official').given.first()" },
      output: {
        checks: [],
        trace: [],
        results: [{ index: 0, type: 'string', value: 'Ada', path: 'Patient.name[0].given[0]', line: 8, column: 9, offset: 125 }],
      },
    },
  ],
  checkOptions({ expression, context }) {
    compileAt(expression)
    if (context !== undefined) compileAt(context, CONTEXT)
  },
  run({ resource }, { expression, context, strict, version, variables, now }) {
    const compiled = compileAt(expression)
    const starting = context === undefined ? undefined : compileAt(context, CONTEXT)
    const checker = new DocumentChecks(expression, { model: modelOf(version), strict, hasContext: context !== undefined })
    const model = modelOf(version)
    const guides = openGuides(version, undefined, undefined)
    const known = new Map(Object.entries(variables).map(([name, value]) => [name, itemsOf(value)]))
    const results: Result[] = []
    const traced = new TraceList()
    let resources = 0
    for (const each of readFhirDocument(resource, model).resources()) {
      resources++
      const root = rootNode(model, each.value)
      if (!root) throw unknownType(each, model)
      checker.check(root.plan.name)
      const conformance = conformanceOf(model, guides)
      const options = {
        model,
        variables: known,
        now,
        ...conformance,
        trace: (name: string, items: Items) => traced.add(each.index, name, items),
      }
      const starts = starting ? at(each, CONTEXT, () => evaluate(starting, root, options)).filter((item) => item.kind === 'node') : [root]
      const shown = at(each, EXPRESSION, () => starts.flatMap((start) => evaluate(compiled, start, options))).map(showItem)
      if (results.length + shown.length > MAX_RESULTS) {
        throw new ProblemError(`The expression has more than ${MAX_RESULTS} results.`, {
          code: 'resource_limit',
          at: { pointer: EXPRESSION, path: `[${each.index}]` },
          facts: { limit: MAX_RESULTS },
        })
      }
      const placed = shown.filter(({ jsonPath }) => jsonPath !== undefined)
      const places = new Map(each.locate(placed.map(({ jsonPath }) => jsonPath!)).map((place, i) => [placed[i], place]))
      for (const item of shown) {
        const place = places.get(item)
        const { type, path } = item
        results.push({
          index: each.index,
          type,
          value: plainJson(item.value),
          path,
          line: place?.line ?? null,
          column: place?.column ?? null,
          offset: place?.offset ?? null,
        })
      }
    }
    return { results, checks: checker.found, trace: traced.calls, resources, version }
  },
})

interface Result {
  readonly index: number
  readonly type: string
  readonly value: unknown
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly offset: number | null
}

/** @throws ProblemError with a pointer to the expression beside its column */
function compileAt(expression: string, pointer = EXPRESSION) {
  try {
    return compileExpression(expression)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const column = error.at?.column
    const detail = column === undefined ? error.message : `${error.message} Column ${column}.`
    throw new ProblemError('The expression cannot be used.', {
      code: 'invalid_input',
      at: { pointer, ...(column === undefined ? {} : { column }) },
      errors: [{ pointer, code: 'invalid_value', detail }],
    })
  }
}

/** @throws ProblemError of the evaluation, with the place in the expression and the resource that it was evaluated on */
function at(resource: FhirResource, pointer: string, run: () => Items): Items {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const place = { ...error.at, pointer, path: `[${resource.index}]` }
    throw new ProblemError(error.message, { code: error.code, at: place, ...(error.facts ? { facts: error.facts } : {}) })
  }
}

interface CheckMeans {
  readonly model: FhirModel
  readonly strict: boolean
  readonly hasContext: boolean
}

/** What is told of the expression, for each type of resource once. */
class DocumentChecks {
  readonly found: { code: CheckCode; column: number; resourceType: string; message: string }[] = []
  readonly #expression: Expression
  readonly #means: CheckMeans
  readonly #types = new Set<string>()

  constructor(expression: string, means: CheckMeans) {
    this.#expression = parseExpression(expression)
    this.#means = means
  }

  /** @throws ProblemError `invalid_input` where the expression is checked strictly and something is told of it */
  check(resourceType: string): void {
    const { model, strict, hasContext } = this.#means
    // Where it begins, only the context tells.
    if (hasContext || this.#types.has(resourceType)) return
    this.#types.add(resourceType)
    for (const { code, from, message } of checkExpression(this.#expression, model, resourceType))
      this.found.push({ code, column: from + 1, resourceType, message })
    if (!strict || this.found.length === 0) return
    const pointer = EXPRESSION
    const errors = this.found.map(({ message, column }) => ({ pointer, code: 'invalid_value', detail: `${message} Column ${column}.` }))
    throw new ProblemError('The expression cannot be used.', {
      code: 'invalid_input',
      at: { pointer, column: this.found[0]!.column },
      errors,
    })
  }
}

class TraceList {
  readonly calls: { index: number; name: string; results: { type: string; value: unknown; path: string | null }[] }[] = []
  #count = 0

  add(index: number, name: string, items: Items): void {
    this.#count += 1 + items.length
    if (this.#count > MAX_RESULTS)
      throw new ProblemError(`trace() has more than ${MAX_RESULTS} values.`, { code: 'resource_limit', facts: { limit: MAX_RESULTS } })
    const results = items.map(showItem).map(({ type, value, path }) => ({ type, value: plainJson(value), path }))
    this.calls.push({ index, name, results })
  }
}

function itemsOf(value: string | number | boolean): Items {
  if (typeof value === 'boolean') return ofBoolean(value)
  if (typeof value === 'string') return [ofString(value)]
  const number = Decimal.parse(String(value))
  return number ? [ofDecimal(number)] : []
}

/** Numbers that a double does not hold become texts. */
function plainJson(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(plainJson)
  if (typeof value !== 'object' || value === null) return value
  const text = numberText(value)
  if (text !== undefined) return text
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainJson(each)]))
}

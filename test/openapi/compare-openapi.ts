// Compares two OpenAPI documents of this program: which changes break a client that was written for the former one.
import { compareSchemas, type Direction, type Resolvers } from './compare-schemas.ts'

type Json = Record<string, unknown>

/** An OpenAPI document, or the parts of one. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Json>>
  readonly components: Readonly<Record<string, Json>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: unknown
  readonly content?: Content
}
type Content = Readonly<Record<string, { readonly schema?: unknown }>>

/** Breaking differences, each as a line of text; empty where every client of the former document is served as before. */
export function findBreaches(before: ApiDocument, after: ApiDocument): string[] {
  const resolvers = { before: resolverOf(before), after: resolverOf(after) }
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const now = after.paths[path]?.[method]
      const place = `${method.toUpperCase()} ${path}`
      return now === undefined ? [`${place} is gone`] : compareOperations(operation as Json, now as Json, place, resolvers)
    }),
  )
}

function resolverOf({ components }: ApiDocument): (value: Json) => Json {
  const resolve = (value: Json): Json => {
    if (typeof value.$ref !== 'string') return value
    const { $ref, ...beside } = value as Json & { $ref: string }
    const [, , kind = '', name = ''] = $ref.split('/')
    return { ...resolve((components[kind]?.[name] ?? {}) as Json), ...beside }
  }
  return resolve
}

function compareOperations(before: Json, after: Json, place: string, resolvers: Resolvers): string[] {
  return [
    ...(before.operationId === after.operationId ? [] : [`${place} has another operationId`]),
    ...compareParameters(before, after, place, resolvers),
    ...compareBodies(resolveBody(before, resolvers.before), resolveBody(after, resolvers.after), place, resolvers),
    ...compareAnswers(before, after, place, resolvers),
  ]
}

function compareParameters(before: Json, after: Json, place: string, resolvers: Resolvers): string[] {
  const read = (operation: Json, resolve: (value: Json) => Json): Map<string, Parameter> =>
    new Map(
      ((operation.parameters ?? []) as Json[]).map((entry) => {
        const parameter = resolve(entry) as unknown as Parameter
        return [`${parameter.in} ${parameter.name}`, parameter]
      }),
    )
  const [was, is] = [read(before, resolvers.before), read(after, resolvers.after)]
  const lines: string[] = []
  for (const [name, parameter] of was) {
    const now = is.get(name)
    if (!now) lines.push(`${place}: the parameter ${name} is gone`)
    else lines.push(...compareContent(contentOf(parameter), contentOf(now), `${place} ${name}`, 'request', resolvers))
  }
  for (const [name, { required }] of is) {
    if (required && !was.get(name)?.required) lines.push(`${place}: the parameter ${name} is required`)
  }
  return lines
}

function contentOf({ schema, content }: Parameter): Content {
  return content ?? { 'text/plain': { schema } }
}

/** The operation with its body in place of a reference to it. */
function resolveBody(operation: Json, resolve: (value: Json) => Json): Json {
  const { requestBody } = operation
  return requestBody ? { ...operation, requestBody: resolve(requestBody as Json) } : operation
}

function compareBodies(before: Json, after: Json, place: string, resolvers: Resolvers): string[] {
  const [was, is] = [before.requestBody, after.requestBody] as ({ required?: boolean; content: Content } | undefined)[]
  if (!was) return is?.required ? [`${place}: a body is required`] : []
  if (!is) return [`${place}: the body is gone`]
  const lines = is.required && !was.required ? [`${place}: a body is required`] : []
  return [...lines, ...compareContent(was.content, is.content, `${place} body`, 'request', resolvers)]
}

function compareAnswers(before: Json, after: Json, place: string, resolvers: Resolvers): string[] {
  const [was, is] = [before.responses, after.responses] as Record<string, Json>[]
  return Object.entries(was!).flatMap(([status, answer]) => {
    const now = is![status]
    // A refusal that cannot happen any more breaks nobody.
    if (!now) return status.startsWith('2') ? [`${place}: the answer ${status} is gone`] : []
    const [former, latter] = [resolvers.before(answer), resolvers.after(now)] as { content?: Content }[]
    return compareContent(former!.content ?? {}, latter!.content ?? {}, `${place} ${status}`, 'answer', resolvers)
  })
}

function compareContent(before: Content, after: Content, place: string, direction: Direction, resolvers: Resolvers): string[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const now = after[type]
    if (!now) return [`${place}: ${type} is gone`]
    return compareSchemas({ before: schema, after: now.schema, path: `${place} ${type}`, direction }, resolvers)
  })
}

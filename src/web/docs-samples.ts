// Code samples of every operation of the API reference, above its responses: a plugin of Swagger UI.
import { composeSnippets, type SnippetCall } from './docs-snippets.ts'

type Json = Readonly<Record<string, unknown>>

/** The parts of Swagger UI that the plugin uses. */
interface SwaggerSystem {
  readonly React: { createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown }
}

interface ResponsesProperties {
  readonly path: string
  readonly method: string
  readonly specSelectors: { specJson(): { toJS(): Json } }
}

type Component = (properties: ResponsesProperties) => unknown

/** Puts the samples in front of the responses. */
export function samplesPlugin() {
  let document: Json | undefined
  const wrap = (original: unknown, { React }: SwaggerSystem): Component => {
    return (properties) => {
      const { path, method, specSelectors } = properties
      document ??= specSelectors.specJson().toJS()
      const call = callOf(document, path, method)
      const samples = composeSnippets(call).flatMap(({ language, text }) => [
        React.createElement('dt', { key: language }, language),
        React.createElement('dd', { key: `${language} text` }, React.createElement('pre', { tabIndex: 0 }, text)),
      ])
      const list = React.createElement('dl', null, ...samples)
      const block = React.createElement(
        'details',
        { className: 'docs-samples' },
        React.createElement('summary', null, 'Code samples'),
        list,
      )
      return React.createElement('div', null, block, React.createElement(original, properties))
    }
  }
  return { wrapComponents: { responses: wrap } }
}

/** The operation with its first example. */
function callOf(document: Json, path: string, method: string): SnippetCall {
  const [{ url: server }] = document.servers as [{ url: string }]
  const url = new URL(`${server}${path}`.replace('../', ''), location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
  const { requestBody } = (document.paths as Record<string, Record<string, Json>>)[path]![method] as { requestBody?: { $ref: string } }
  const verb = method.toUpperCase()
  if (!requestBody) return { method: verb, url }
  const name = requestBody.$ref.split('/').at(-1)!
  const { requestBodies } = document.components as { requestBodies: Record<string, { content: Record<string, Json> }> }
  const examples = requestBodies[name]!.content['application/json']!.examples as Record<string, { value: unknown }>
  return { method: verb, url, body: Object.values(examples)[0]!.value }
}

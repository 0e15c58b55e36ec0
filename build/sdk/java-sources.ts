// Makes the Java classes of the SDK that follow from the declarations: one for each object, one for each category, and the client.
import type { Json } from '../../src/http/openapi/json.ts'
import { pascal } from '../../src/http/openapi/name-schemas.ts'
import { camel, isRecord, nameOfReference, type SdkInput, type SdkModel, type SdkTool, splitNull } from './model.ts'

const RESERVED = new Set(
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw throws transient try void volatile while true false null'.split(
    ' ',
  ),
)

/** Methods of JsonObject and Object, which members may not take the place of. */
const RESERVED_METHODS = new Set([
  'fields',
  'put',
  'getClass',
  'hashCode',
  'notify',
  'notifyAll',
  'toString',
  'wait',
  'equals',
  'clone',
  'finalize',
])

/** Names of the classes of the runtime. */
const RUNTIME_CLASSES = new Set(['Job', 'Problem'])

/** @returns the sources by the name of their file, below the folder of the package */
export function javaSources(model: SdkModel): Record<string, string> {
  const inputs = new Map<string, SdkTool>(
    model.categories.flatMap(({ tools }) => tools.map((tool) => [`${tool.prefix}Input`, tool] as const)),
  )
  const records = Object.entries(model.schemas).filter(([name, schema]) => isRecord(schema) && !RUNTIME_CLASSES.has(name))
  const types = new Types(model.schemas)
  return {
    ...Object.fromEntries(records.map(([name, schema]) => [`types/${name}.java`, types.record(name, schema, inputs.get(name))])),
    ...Object.fromEntries(
      model.categories.map(({ name, tools }) => [`${pascal(name)}Tools.java`, categoryClass(`${pascal(name)}Tools`, tools)]),
    ),
    'HealthTools.java': clientClass(model),
  }
}

class Types {
  readonly #schemas: SdkModel['schemas']

  constructor(schemas: SdkModel['schemas']) {
    this.#schemas = schemas
  }

  record(name: string, { properties }: Json, tool?: SdkTool): string {
    const parts = new Map(tool?.inputs.map((input) => [input.name, input]))
    const members = Object.entries(properties as Record<string, Json>).map(([member, schema]) =>
      this.#member(name, member, schema, parts.get(member)),
    )
    return `package healthtools.types;

import healthtools.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

public final class ${name} extends JsonObject {
  public ${name}() {}

  public ${name}(Map<String, Object> fields) {
    super(fields);
  }

${members.join('\n\n')}
}
`
  }

  #member(owner: string, name: string, schema: Json, input?: SdkInput): string {
    const { type, read } = this.#javaType(schema, name)
    const method = methodName(name)
    const { description } = schema as { description?: string }
    const comment = description ? `  /** ${description.replaceAll('*/', '*&#47;').replaceAll('\\u', '\\\\u')} */\n` : ''
    const set = (given: string): string =>
      `${comment}  public ${owner} ${method}(${given} value) {\n    put("${name}", value);\n    return this;\n  }`
    const files = input?.part === undefined ? [] : [...(type === 'String' ? [] : ['String']), 'Path', 'byte[]']
    return [`${comment}  public ${type} ${method}() {\n    return ${read};\n  }`, ...[type, ...files].map(set)].join('\n\n')
  }

  /** Where the name of a component stands for a value or a list, that itself. */
  #resolve(schema: Json): Json {
    const { inner } = splitNull(schema)
    const name = nameOfReference(inner)
    if (name === undefined) return inner
    const target = this.#schemas[name]!
    return isRecord(target) ? inner : this.#resolve(target)
  }

  #javaType(schema: Json, name: string): { type: string; read: string } {
    const inner = this.#resolve(schema)
    const reference = nameOfReference(inner)
    if (reference !== undefined) return { type: classOf(reference), read: `objectAt("${name}", ${classOf(reference)}::new)` }
    const { type, items } = inner as { type?: string; items?: Json }
    if (type === 'array') {
      const entry = items && nameOfReference(this.#resolve(items))
      if (entry !== undefined) return { type: `List<${classOf(entry)}>`, read: `objectsAt("${name}", ${classOf(entry)}::new)` }
      const isText = items && this.#resolve(items).type === 'string'
      return { type: isText ? 'List<String>' : 'List<Object>', read: `listAt("${name}")` }
    }
    if (type === 'object') return { type: 'Map<String, Object>', read: `mapAt("${name}")` }
    if (type === 'string') return { type: 'String', read: `textAt("${name}")` }
    if (type === 'integer') return { type: 'Long', read: `integerAt("${name}")` }
    if (type === 'number') return { type: 'Double', read: `decimalAt("${name}")` }
    if (type === 'boolean') return { type: 'Boolean', read: `flagAt("${name}")` }
    return { type: 'Object', read: `anyAt("${name}")` }
  }
}

function classOf(name: string): string {
  return RUNTIME_CLASSES.has(name) ? 'JsonObject' : name
}

function methodName(name: string): string {
  const own = /^[A-Za-z_]\w*$/.test(name) ? name : camel(name)
  return RESERVED.has(own) || RESERVED_METHODS.has(own) ? `${own}_` : own
}

function categoryClass(name: string, tools: readonly SdkTool[]): string {
  const methods = tools.map(
    (tool) =>
      `  /** ${tool.summary} */\n  public ${toolType(tool)} ${methodName(camel(tool.name))}() {\n    return ${fieldName(tool)};\n  }`,
  )
  return `package healthtools;

import healthtools.types.*;
import java.util.Map;

public final class ${name} {
${tools.map((tool) => `  private final ${toolType(tool)} ${fieldName(tool)};`).join('\n')}

  ${name}(Transport transport) {
${tools.map(makeTool).join('\n')}
  }

${methods.join('\n\n')}
}
`
}

function fieldName(tool: SdkTool): string {
  return methodName(camel(tool.name))
}

function toolType({ prefix }: SdkTool): string {
  return `Tool<${['Input', 'Options', 'Result', 'BatchResult'].map((kind) => prefix + kind).join(', ')}>`
}

function makeTool(tool: SdkTool): string {
  const { prefix, id, main, inputs } = tool
  const documents = inputs.flatMap(({ name, part, kind }) =>
    part === undefined ? [] : [`"${name}", new String[] {"${part}", "${kind === 'bytes' ? 'bytes' : 'text'}"}`],
  )
  const name = main === undefined ? 'null' : `"${main}"`
  return `    ${fieldName(tool)} = new Tool<>(transport, "${id}", ${name}, Map.of(${documents.join(', ')}), ${prefix}Result::new, ${prefix}BatchResult::new);`
}

function clientClass({ categories, version }: SdkModel): string {
  const names = categories.map(({ name }) => name)
  return `package healthtools;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;

/** Calls the tools of a health-tools server, version ${version}. Safe to share between threads. */
public final class HealthTools {
  private final Transport transport;
${names.map((name) => `  private final ${pascal(name)}Tools ${name};`).join('\n')}

  /**
   * @param url of the server, for example http://127.0.0.1:8080
   * @param key made with health-tools keys create
   */
  public HealthTools(String url, String key) {
    this(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(30)).build(), url, key, 3, Duration.ofSeconds(60));
  }

  /**
   * @param http with the certificates or the proxy of the site
   * @param retries of a refusal that names a time (429, 503 with Retry-After)
   * @param longestWait of Retry-After
   */
  public HealthTools(HttpClient http, String url, String key, int retries, Duration longestWait) {
    transport = new Transport(http, url, key, retries, longestWait);
${names.map((name) => `    ${name} = new ${pascal(name)}Tools(transport);`).join('\n')}
  }

${names.map((name) => `  public ${pascal(name)}Tools ${name}() {\n    return ${name};\n  }`).join('\n\n')}

  /** Plan, scopes, limits, quota left and usage of the key. */
  public Map<String, Object> me() {
    return transport.requestJson("GET", "/me", Transport.Sent.nothing());
  }
}
`
}

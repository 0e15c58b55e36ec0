// Makes the Python modules of the SDK that follow from the declarations: types.py and tools.py.
import type { Json } from '../../src/http/openapi/json.ts'
import { pascal } from '../../src/http/openapi/name-schemas.ts'
import { isRecord, nameOfReference, type SdkInput, type SdkModel, type SdkTool, splitNull } from './model.ts'

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

export function pythonTypes({ schemas }: SdkModel): string {
  const names = Object.entries(schemas)
  return `"""The objects that tools take and give. They are dictionaries: these types are for editors and type checkers."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

${names.map(([name, schema]) => typeOf(name, schema)).join('\n\n')}
`
}

/** Members that may be missing are in a class of their own: NotRequired needs Python 3.11. */
function typeOf(name: string, schema: Json): string {
  if (!isRecord(schema)) return `${name} = ${quoteAll(pythonType(schema))}`
  const { properties, required = [] } = schema as { properties: Record<string, Json>; required?: string[] }
  const members = Object.entries(properties)
  if (members.some(([member]) => KEYWORDS.has(member) || !/^[A-Za-z_]\w*$/.test(member))) {
    const fields = members.map(([member, part]) => `${JSON.stringify(member)}: ${JSON.stringify(pythonType(part))}`)
    return `${name} = TypedDict("${name}", {${fields.join(', ')}}, total=False)`
  }
  const lines = (own: typeof members): string => own.map(([member, part]) => `    ${member}: ${pythonType(part)}`).join('\n') || '    pass'
  const [needed, optional] = [
    members.filter(([member]) => required.includes(member)),
    members.filter(([member]) => !required.includes(member)),
  ]
  if (needed.length === 0) return `class ${name}(TypedDict, total=False):\n${lines(optional)}`
  if (optional.length === 0) return `class ${name}(TypedDict):\n${lines(needed)}`
  return `class _${name}(TypedDict):\n${lines(needed)}\n\n\nclass ${name}(_${name}, total=False):\n${lines(optional)}`
}

/** A name for a value or a list is made at once, when the names in it may not be there yet. */
function quoteAll(type: string): string {
  return /\b[A-Z]\w*[a-z]\w*\b/.test(type.replaceAll(/\b(?:Any|Dict|List|Literal|Union)\b/g, '')) ? JSON.stringify(type) : type
}

function pythonType(schema: Json): string {
  const reference = nameOfReference(schema)
  if (reference !== undefined) return reference
  const { inner, isNullable } = splitNull(schema)
  const type = plainType(inner)
  return isNullable && type !== 'Any' ? `Union[${type}, None]` : type
}

function plainType(schema: Json): string {
  if (nameOfReference(schema) !== undefined) return pythonType(schema)
  const { type, enum: values, items, additionalProperties, anyOf } = schema as Json & { enum?: unknown[]; items?: Json; anyOf?: Json[] }
  if (anyOf) return `Union[${[...new Set(anyOf.map(pythonType))].join(', ')}]`
  if (values?.every((value) => typeof value === 'string')) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`
  if (type === 'array') return `List[${items ? pythonType(items) : 'Any'}]`
  if (type === 'object')
    return `Dict[str, ${additionalProperties && additionalProperties !== true ? pythonType(additionalProperties as Json) : 'Any'}]`
  return { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[type as string] ?? 'Any'
}

export function pythonTools({ categories }: SdkModel): string {
  return `"""The tools of the server, by category."""

from __future__ import annotations

import os
from typing import Any, Iterable, List, Optional, Union

from . import types
from .tool import Job, Tool
from .transport import Document, Transport

${categories.flatMap(({ tools }) => tools.map(toolClass)).join('\n\n')}


${categories.map(({ name, tools }) => categoryClass(pascal(name), tools)).join('\n\n\n')}


class Categories:
    """All tools, by category."""

    def __init__(self, transport: Transport) -> None:
${categories.map(({ name }) => `        self.${name} = ${pascal(name)}Tools(transport)`).join('\n')}
`
}

function categoryClass(name: string, tools: readonly SdkTool[]): string {
  const lines = tools.map((tool) => `        self.${snake(tool.name)} = ${tool.prefix}(transport)`)
  return `class ${name}Tools:\n    def __init__(self, transport: Transport) -> None:\n${lines.join('\n')}`
}

function toolClass(tool: SdkTool): string {
  const { prefix, inputs, id, main, summary, title } = tool
  const documents = inputs.flatMap(({ name, part, kind }) =>
    part === undefined ? [] : [`"${name}": ("${part}", "${kind === 'bytes' ? 'bytes' : 'text'}")`],
  )
  const given = `{${inputs.map(({ name }) => `"${name}": ${argument(name)}`).join(', ')}}`
  const signature = ['self', '*', ...inputs.map(parameter), `options: Optional[types.${prefix}Options] = None`].join(', ')
  const file = `
    def save(self, target: "os.PathLike[str] | str", ${signature.slice('self, '.length)}) -> None:
        """Run the tool and write the file that it makes."""
        self._save(target, ${given}, options)
`
  const lines = inputs
    .filter(({ description }) => description)
    .map(({ name, description }) => `        :param ${argument(name)}: ${description}`)
  return `
class ${prefix}(Tool):
    """${title}. ${escapeText(summary)}"""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, "${id}", {${documents.join(', ')}}, ${main === undefined ? 'None' : `"${main}"`})

    def run(${signature}) -> types.${prefix}Result:
        """
        ${escapeText(summary)}

${escapeText(lines.join('\n'))}
        """
        return self._run(${given}, options)
${tool.hasFile ? file : ''}
    def start(${signature}, idempotency_key: Optional[str] = None) -> Job:
        """Run the tool as a job: wait() of the job gives the result."""
        return self._start("", ${given}, options, idempotency_key)

    def batch(self, inputs: Iterable["types.${prefix}Input | dict[str, Document]"], *, options: Optional[types.${prefix}Options] = None) -> types.${prefix}BatchResult:
        """Run the tool on many inputs. Each result has a status of its own."""
        return self._batch("/batch", inputs, options)

    def start_batch(self, inputs: Iterable["types.${prefix}Input | dict[str, Document]"], *, options: Optional[types.${prefix}Options] = None) -> Job:
        """Run a batch as a job."""
        return Job(self._transport, self._batch("/batch/jobs", inputs, options))
`.trimStart()
}

function parameter({ name, part, schema, isRequired }: SdkInput): string {
  const plain = typesPrefixed(pythonType(schema))
  const type = part === undefined ? plain : plain === 'str' ? 'Document' : `Union[Document, ${plain}]`
  return isRequired ? `${argument(name)}: ${type}` : `${argument(name)}: Optional[${type}] = None`
}

/** Names of types are of another module. */
function typesPrefixed(type: string): string {
  return type.replaceAll(/\b(?!Any\b|Dict\b|List\b|Literal\b|Union\b|None\b)[A-Z]\w*/g, (name) => `types.${name}`)
}

function argument(name: string): string {
  return KEYWORDS.has(name) ? `${snake(name)}_` : snake(name)
}

/** `toFhir`, `to-fhir` → `to_fhir`. */
function snake(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll('-', '_')
    .toLowerCase()
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""')
}

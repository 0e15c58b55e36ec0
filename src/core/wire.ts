// The JSON form of inputs and results: documents of bytes are base64 there and Uint8Array inside.
import { fieldKind } from './document.ts'
import { Fault, type FaultItem } from './fault.ts'
import type { Tool } from './tool.ts'

/**
 * The input of a tool from its JSON form. Fields that are not documents pass unchanged; the schema checks them later.
 * @throws Fault `invalid_input` where a document of bytes is not base64 (RFC 4648 §4, with or without padding)
 */
export function inputFromJson(tool: Tool, json: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = bytesFieldsOf(tool)
  const input: Record<string, unknown> = { ...json }
  if (names.length === 0) return input
  const findings: FaultItem[] = []
  for (const name of names) {
    const value = input[name]
    if (typeof value !== 'string') continue
    const bytes = decodeBase64(value)
    if (bytes) input[name] = bytes
    else findings.push({ pointer: `/${name}`, code: 'invalid_format', detail: 'expected base64' })
  }
  if (findings.length > 0) throw new Fault('The input does not fit the schema of the tool.', { code: 'invalid_input', errors: findings })
  return input
}

const bytesFields = new WeakMap<Tool['input'], readonly string[]>()

function bytesFieldsOf({ input }: Tool): readonly string[] {
  let names = bytesFields.get(input)
  if (!names) {
    names = Object.keys(input.shape).filter((name) => fieldKind(input.shape[name]!) === 'bytes')
    bytesFields.set(input, names)
  }
  return names
}

/** The JSON form of a result. */
export function resultToJson(tool: Tool, result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let json: Record<string, unknown> | undefined
  for (const name in tool.output.shape) {
    const value = result[name]
    if (!(value instanceof Uint8Array)) continue
    json ??= { ...result }
    json[name] = encodeBase64(value)
  }
  return json ?? result
}

/** Strict base64; undefined where the text is not base64. */
function decodeBase64(text: string): Uint8Array | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  if (padding > 0 ? text.length % 4 !== 0 : digits % 4 === 1) return undefined
  if (!/^[A-Za-z0-9+/]*$/.test(padding > 0 ? text.slice(0, digits) : text)) return undefined
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** Base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(i, i + 0x8000)))
  return btoa(parts.join(''))
}

// Calls the tool as a test wants it: fixtures by name, results with their types.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { runTool } from '../../../src/core/run.ts'
import { dicomInspect } from '../../../src/tools/dicom/inspect.ts'
import { buildFixtures } from '../../fixtures/dicom/make-fixtures.ts'
import { DICOM_JSON_SCHEMA } from '../../formats/dicom/json-schema.ts'

export interface ElementRow {
  tag: string
  keyword?: string
  name?: string
  vr: string
  value?: (string | number)[]
  base64?: string
  cut?: true
  decodedAs?: string
  creator?: string
  private: boolean
  vm: number
  length: number
  items?: { index: number; elements: ElementRow[] }[]
}
export interface InspectResult {
  meta: Record<string, unknown> & { elements: ElementRow[]; complete: boolean }
  elements?: ElementRow[]
  dicomJson?: Record<string, Record<string, unknown>>
  image: Record<string, unknown> | null
  sop: Record<string, unknown>
  issues: { code: string; severity: string; message: string; path?: string; byteOffset: number; inflatedOffset?: number }[]
  issuesOmitted: number
}

export const fixtures = buildFixtures()
export const fixture = (name: string) => fixtures.get(name)!
export const inspect = (file: Uint8Array, options: Record<string, unknown> = {}) =>
  runTool(dicomInspect, { file }, options) as unknown as InspectResult
export const validateJson = new Ajv2020({ strict: false, allowUnionTypes: true }).compile(DICOM_JSON_SCHEMA)

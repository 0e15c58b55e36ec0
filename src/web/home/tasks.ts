// What people come to do, and the tools for it. A tool may serve several tasks; one that is in none is listed last.
import { msg, t } from '../language/language.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import type { IconName } from './icons.ts'

export interface Task {
  readonly title: string
  readonly icon: IconName
  readonly tools: readonly string[]
}

const TASKS: readonly Task[] = [
  {
    title: msg('Read'),
    icon: 'read',
    tools: ['hl7/parse', 'dicom/render', 'dicom/inspect', 'data/cda-parse', 'data/x12-parse', 'hl7/query', 'fhir/path', 'fhir/flatten'],
  },
  {
    title: msg('De-identify'),
    icon: 'shield',
    tools: [
      'phi/deidentify-dicom',
      'phi/deidentify-hl7',
      'phi/deidentify-fhir',
      'phi/deidentify-cda',
      'phi/deidentify-x12',
      'phi/deidentify-table',
      'phi/deidentify-text',
      'phi/reidentify',
    ],
  },
  {
    title: msg('Check'),
    icon: 'check',
    tools: ['hl7/validate', 'fhir/validate', 'dicom/validate', 'phi/detect', 'phi/risk', 'dicom/find-text', 'phi/evaluate'],
  },
  {
    title: msg('Convert'),
    icon: 'convert',
    tools: ['hl7/to-fhir', 'hl7/from-fhir', 'fhir/convert', 'hl7/convert', 'hl7/normalize', 'text/encoding'],
  },
  { title: msg('Write and answer'), icon: 'write', tools: ['hl7/build', 'hl7/edit', 'hl7/ack', 'data/x12-ack', 'hl7/import-profile'] },
  { title: msg('Compare'), icon: 'compare', tools: ['hl7/diff', 'dicom/diff', 'text/diff'] },
  { title: msg('Codes and units'), icon: 'code', tools: ['code/ucum', 'code/check-id', 'code/udi'] },
  { title: msg('Text'), icon: 'text', tools: ['text/segment', 'text/readability', 'text/word-count'] },
]

export interface TaskTools extends Omit<Task, 'tools'> {
  readonly tools: readonly ToolEntry[]
}

/** The tasks with the tools that this server offers; tools without a task are listed under the last one. */
export function tasksOf(tools: readonly ToolEntry[]): readonly TaskTools[] {
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const known = new Set(TASKS.flatMap((task) => task.tools))
  const others = tools.filter(({ id }) => !known.has(id))
  const tasks = TASKS.map(({ title, icon, tools: ids }) => ({ title, icon, tools: ids.flatMap((id) => byId.get(id) ?? []) }))
  return [...tasks, { title: t('More'), icon: 'more' as const, tools: others }].filter((task) => task.tools.length > 0)
}

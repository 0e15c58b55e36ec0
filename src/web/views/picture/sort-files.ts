// The files of a study in the order of their series and instances, whatever their names are.
import type { DataElement } from '../tag-tree.ts'
import type { RunTool } from './frame-picture.ts'

/** More files are shown in the order of their names: each is read once for its number. */
const MOST_READ = 1000
/** Behind every UID. */
const LAST = '~'
const TAGS = ['SeriesNumber', 'SeriesInstanceUID', 'InstanceNumber']

interface Numbered {
  readonly file: File
  readonly series: number
  readonly uid: string
  readonly instance: number
}

/** @param isNeeded false ends the reading */
export async function sortFiles(files: readonly File[], ask: RunTool, isNeeded: () => boolean): Promise<readonly File[]> {
  const named = [...files].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  if (files.length > MOST_READ) return named
  const numbered: Numbered[] = []
  for (const file of named) {
    if (!isNeeded()) return named
    const outcome = await ask('dicom/inspect', { file: { file } }, { tags: TAGS }, isNeeded)
    const elements = ('done' in outcome ? outcome.done.value?.elements : undefined) ?? []
    numbered.push(numberOf(file, elements as readonly DataElement[]))
  }
  // What has no number comes last, in the order of the names.
  return numbered
    .sort((a, b) => a.series - b.series || (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0) || a.instance - b.instance)
    .map(({ file }) => file)
}

function numberOf(file: File, elements: readonly DataElement[]): Numbered {
  const read = (keyword: string) => elements.find((element) => element.keyword === keyword)?.value?.[0]
  const numeric = (keyword: string) => {
    const value = read(keyword)
    return value === undefined || Number.isNaN(Number(value)) ? Number.MAX_SAFE_INTEGER : Number(value)
  }
  return { file, series: numeric('SeriesNumber'), uid: String(read('SeriesInstanceUID') ?? LAST), instance: numeric('InstanceNumber') }
}

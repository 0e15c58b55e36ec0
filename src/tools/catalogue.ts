// Every tool, in the order in which people see them. Adding a tool is its file, its line here and its golden folder.
import type { Tool } from '../core/tool.ts'
import { dicomInspect } from './dicom/inspect.ts'
import { hl7Parse } from './hl7/parse.ts'
import { textDiff } from './text/diff.ts'
import { textEncoding } from './text/encoding.ts'
import { textReadability } from './text/readability.ts'
import { textSegment } from './text/segment.ts'
import { textWordCount } from './text/word-count.ts'

export const catalogue: readonly Tool[] = [textWordCount, textReadability, textDiff, textSegment, textEncoding, hl7Parse, dicomInspect]

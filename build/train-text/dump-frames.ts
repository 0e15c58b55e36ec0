// Writes frames of DICOM files as PNGs, each as the text detector looks at it, for its training and its benchmark. Usage: node build/train-text/dump-frames.ts FOLDER OUT
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ProblemError } from '../../src/core/problem.ts'
import { readCode } from '../../src/formats/dicom/pixels/attribute.ts'
import { openPixels } from '../../src/formats/dicom/pixels/pixel-source.ts'
import { encodePng } from '../../src/formats/dicom/pixels/png/png.ts'
import { readDicom } from '../../src/formats/dicom/read/read-dicom.ts'
import { viewsOf } from '../../src/formats/dicom/text/frame-views.ts'

/** Of one file: frames of a series are alike. */
const MAX_FRAMES = 3

const [folder = '', out = ''] = process.argv.slice(2)
mkdirSync(out, { recursive: true })
for (const path of listFiles(folder)) {
  try {
    await dump(path)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    process.stderr.write(`${basename(path)}: ${error.message}\n`)
  }
}

function listFiles(path: string): string[] {
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => listFiles(join(path, name)))
    : [path]
}

async function dump(path: string): Promise<void> {
  const file = readDicom(readFileSync(path))
  const source = await openPixels(file)
  const { frames } = source.format
  const modality = readCode({ data: file.data, item: file.dataset }, 0x00080060) || 'OT'
  const count = Math.min(frames, MAX_FRAMES)
  for (let i = 0; i < count; i++) {
    const index = Math.floor((i * frames) / count)
    const views = viewsOf(file, source.readFrame(index), index, source.element.start)
    const name = `${modality}__${path.slice(folder.length + 1).replaceAll('/', '__')}__${index}`
    views.forEach((view, i) => {
      writeFileSync(join(out, `${name}.view${i}.png`), encodePng({ ...view, channels: 1 }))
    })
  }
}

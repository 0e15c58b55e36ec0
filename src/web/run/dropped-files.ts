// The files of what was dropped, with those of its folders, in the order of their paths.
import type { BatchFile } from './run-batch.ts'

export async function readDropped(transfer: DataTransfer): Promise<BatchFile[]> {
  // The entries must be asked for before the first wait: after it the browser has emptied the list.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const files: BatchFile[] = []
  for (const entry of entries) await addEntry(files, entry)
  return files.sort(byPath)
}

export function readChosen(list: FileList): BatchFile[] {
  return [...list].map((file) => ({ file, path: file.webkitRelativePath || file.name })).sort(byPath)
}

const byPath = (a: BatchFile, b: BatchFile) => (a.path < b.path ? -1 : 1)

async function addEntry(files: BatchFile[], entry: FileSystemEntry): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    files.push({ file, path: entry.fullPath.replace(/^\//, '') })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // A folder is given in pieces; an empty one ends it.
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (piece.length === 0) return
    for (const inner of piece) await addEntry(files, inner)
  }
}

// Saves something that the page has made as a file on the person's own disk.

/** How long the browser may take to begin to save. */
const RELEASE_MS = 60_000

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS)
}

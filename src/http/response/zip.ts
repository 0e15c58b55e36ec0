// The archives of answers. Loaded for the first of them: the tables of the compressor take longer to fill than a small call to answer.
import { zipSync } from 'fflate'

export function zipFiles(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...files })
}

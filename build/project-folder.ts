// Where the project lies.
import { dirname } from 'node:path'

export const projectFolder = dirname(import.meta.dirname)

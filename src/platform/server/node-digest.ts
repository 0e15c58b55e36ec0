// The digest of a file that is sent, made on the spot.
import { hash } from 'node:crypto'
import type { MakeDigest } from '../../http/response/content-digest.ts'

export const nodeDigest: MakeDigest = (content) => `sha-256=:${hash('sha256', content, 'base64')}:`

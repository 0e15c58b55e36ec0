// E-mail addresses, URLs, bare domains, file names, IP and MAC addresses: found at the sign that they cannot do without, then read both ways.
import { RANK } from '../../candidate.ts'
import type { PhiCategory } from '../../category.ts'
import { hashWord } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { isDigit, isLetter, KIND, type Tokens } from '../../tokens.ts'
import type { LayerContext } from '../layer.ts'

const MAX_LOCAL = 64
const MAX_DOMAIN = 255
const MAX_URL = 2048
const WWW = hashWord('www')

export function findContactPoints(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  const { count, kind, hash } = tokens
  let done = 0
  for (let i = positions.next(0); i < count; i = positions.next(i + 1)) {
    if (tokens.start[i]! < done) continue
    const first = tokens.start[i]!
    let end = 0
    if (kind[i] === KIND.sign) {
      if (hash[i] === 0x40) end = readEmail(context, first)
      else if (hash[i] === 0x3a)
        end = tokens.text.startsWith('://', first) ? readUrl(context, schemeStart(tokens, i)) : readColons(context, i, done)
      else if (hash[i] === 0x2e) end = readDotted(context, i, done)
      else if (hash[i] === 0x2d) end = readMac(context, i, 0x2d)
    } else if (
      kind[i] === KIND.word &&
      tokens.end[i]! - first === 3 &&
      /^www$/i.test(tokens.text.slice(first, first + 3)) &&
      tokens.text[first + 3] === '.'
    )
      end = readUrl(context, first)
    if (end > done) done = end
  }
}

findContactPoints.starts = { words: [[WWW]], signs: '@:.-' }

function add({ found }: LayerContext, start: number, end: number, category: PhiCategory, rule: string): number {
  found.push({ start, end, category, score: 0.99, rule: `contact/${rule}`, rank: RANK.checksum })
  return end
}

function isLocal(code: number): boolean {
  return (
    isLetter(code) || isDigit(code) || code === 0x2e || code === 0x5f || code === 0x25 || code === 0x2b || code === 0x2d || code === 0x27
  )
}

function isHost(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 0x2e || code === 0x2d || code === 0x5f
}

function readEmail(context: LayerContext, at: number): number {
  const { text } = context.tokens
  let start = at
  while (start > 0 && at - start < MAX_LOCAL && isLocal(text.charCodeAt(start - 1))) start--
  while (start < at && !isLetter(text.charCodeAt(start)) && !isDigit(text.charCodeAt(start))) start++
  let end = at + 1
  while (end - at < MAX_DOMAIN && isHost(text.charCodeAt(end))) end++
  while (end > at + 1 && !isLetter(text.charCodeAt(end - 1)) && !isDigit(text.charCodeAt(end - 1))) end--
  if (end - at < 3) return 0
  if (start === at) return at > 0 && text.charCodeAt(at - 1) > 0x20 ? 0 : readHandle(context, at, end)
  return add(context, start, end, 'email', 'email')
}

/** @handle, which points at a person as an address does. */
function readHandle(context: LayerContext, at: number, end: number): number {
  if (!isLetter(context.tokens.text.charCodeAt(at + 1)) || end - at < 4) return 0
  return add(context, at, end, 'other-id', 'handle')
}

function schemeStart({ text, start }: Tokens, at: number): number {
  let first = start[at]!
  while (first > 0 && start[at]! - first < 10 && isLetter(text.charCodeAt(first - 1))) first--
  return first
}

function readUrl(context: LayerContext, start: number): number {
  const { text } = context.tokens
  let end = start
  while (end - start < MAX_URL && end < text.length && isUrlUnit(text.charCodeAt(end))) end++
  while (end > start && TRAILING.includes(text[end - 1]!)) end--
  return end - start < 6 ? 0 : add(context, start, end, 'url', 'url')
}

const TRAILING = '.,;:!?)]}\'"*'

function isUrlUnit(code: number): boolean {
  return code > 0x20 && code !== 0x3c && code !== 0x3e && code !== 0x22 && code !== 0x7f && code !== 0x60
}

const TOP_LEVEL = new Set(
  'com org net edu gov mil int info biz io co uk us ca au nz ie de fr es it nl be ch at pt se no dk fi pl cz eu in za br mx jp cn ru test example invalid health app dev ai me tv care clinic hospital online site xyz local lan internal nhs'.split(
    ' ',
  ),
)
const IMAGES = new Set('png jpg jpeg gif bmp tif tiff heic webp dcm mp4 mov avi raw'.split(' '))
const DOCUMENTS = new Set('pdf doc docx xls xlsx csv txt rtf xml json wav mp3 zip ppt pptx html htm'.split(' '))

/** A name with dots: IPv4 address, bare domain or file name, by what stands behind the last dot. */
function readDotted(context: LayerContext, at: number, done: number): number {
  const { tokens } = context
  const { text } = tokens
  const dot = tokens.start[at]!
  let start = dot
  while (start > done && dot - start < MAX_DOMAIN && isHost(text.charCodeAt(start - 1))) start--
  if (start === dot) return 0
  let end = dot + 1
  while (end - dot < MAX_DOMAIN && isHost(text.charCodeAt(end))) end++
  while (end > dot && !isLetter(text.charCodeAt(end - 1)) && !isDigit(text.charCodeAt(end - 1))) end--
  if (end <= dot + 1) return 0
  while (start < dot && !isLetter(text.charCodeAt(start)) && !isDigit(text.charCodeAt(start))) start++
  return classifyDotted(context, start, end) || (end - dot > 40 ? end : 0)
}

function classifyDotted(context: LayerContext, start: number, end: number): number {
  const { text } = context.tokens
  const name = text.slice(start, end)
  const labels = name.split('.')
  const last = labels.at(-1)!.toLowerCase()
  if (labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label) && Number(label) < 256)) {
    if (isVersion(text, start)) return end
    return add(context, start, end, 'ip', 'ipv4')
  }
  if (labels.length === 3 && labels.every((label) => /^[0-9a-f]{4}$/i.test(label)) && /[a-f]/i.test(name))
    return add(context, start, end, 'device', 'mac')
  const stem = labels.at(-2)!
  if (IMAGES.has(last) && stem.length > 2) return add(context, start, end, 'photo', 'image-file')
  if (DOCUMENTS.has(last) && stem.length > 2) return add(context, start, end, 'other-id', 'file')
  if (!TOP_LEVEL.has(last) || labels.some((label) => label === '') || stem.length < 2 || !/[a-z]/i.test(stem)) return 0
  if (labels.length === 2 && (text.charCodeAt(end) === 0x2e || /^[A-Z]/.test(labels[1]!) || isSentenceJoin(stem, last))) return 0
  return add(context, start, withPath(text, end), 'url', 'domain')
}

/** "done.in" and "pain.no" are two sentences without a space. */
function isSentenceJoin(stem: string, last: string): boolean {
  return /^(?:in|no|it|is|me|at|us|be|care|clinic|hospital|test|health|es|de|co)$/.test(last) && !/[-\d]/.test(stem)
}

function withPath(text: string, end: number): number {
  if (text[end] === ':' && isDigit(text.charCodeAt(end + 1))) {
    end++
    while (isDigit(text.charCodeAt(end))) end++
  }
  if (text[end] !== '/') return end
  let path = end
  while (path - end < MAX_URL && path < text.length && isUrlUnit(text.charCodeAt(path))) path++
  while (TRAILING.includes(text[path - 1]!)) path--
  return path
}

function isVersion(text: string, start: number): boolean {
  return /(?:\bv|version|ver\.|release|firmware|oid|uid) ?$/i.test(text.slice(Math.max(0, start - 10), start))
}

function readColons(context: LayerContext, at: number, done: number): number {
  const mac = readMac(context, at, 0x3a)
  if (mac) return mac
  const { text, start } = context.tokens
  const colon = start[at]!
  // No address has three in a row.
  if (text[colon - 1] === ':' && text[colon + 1] === ':') return 0
  let first = colon
  while (first > done && colon - first < 40 && isAddressUnit(text.charCodeAt(first - 1))) first--
  let end = colon
  while (end - colon < 44 && isAddressUnit(text.charCodeAt(end))) end++
  while (end > first && text[end - 1] === ':' && text[end - 2] !== ':') end--
  const name = text.slice(first, end)
  const groups = name.split(':')
  const isAddress = name.includes('::') ? groups.length >= 3 && /[0-9a-f]/i.test(name) : groups.length === 8
  if (
    !isAddress ||
    groups.some((group) => group.length > 4) ||
    isLetter(text.charCodeAt(end)) ||
    (first > 0 && isLetter(text.charCodeAt(first - 1)))
  )
    return 0
  return add(context, first, end, 'ip', 'ipv6')
}

function isAddressUnit(code: number): boolean {
  return isDigit(code) || code === 0x3a || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46)
}

/** Six pairs of hexadecimal digits; the sign that was found is the first separator. */
function readMac(context: LayerContext, at: number, separator: number): number {
  const { text, start } = context.tokens
  const first = start[at]! - 2
  if (first < 0) return 0
  for (let i = 0; i < 17; i++) {
    const code = text.charCodeAt(first + i)
    if (i % 3 === 2 ? code !== separator : !isAddressUnit(code) || code === 0x3a) return 0
  }
  const before = text.charCodeAt(first - 1)
  const after = text.charCodeAt(first + 17)
  if (isLetter(before) || isDigit(before) || isLetter(after) || isDigit(after)) return 0
  return add(context, first, first + 17, 'device', 'mac')
}

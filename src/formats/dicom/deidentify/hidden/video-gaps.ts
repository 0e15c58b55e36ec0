// What encoders and people write into streams of video: user data of MPEG-2, messages of H.264 and HEVC that no picture needs.
import type { Gap } from './gap.ts'

/** No start code can come of it. */
const FILL = [0xaa]
const MPEG2_USER_DATA = 0xb2
const H264_SEI = 6
const HEVC_SEI = new Set([39, 40])

/** @param kind of the transfer syntax; streams of packets (MPEG-2 TS) are split between packets and searched as they are */
export function videoGaps(bytes: Uint8Array, kind: 'mpeg2' | 'h264' | 'hevc'): Gap[] {
  const gaps: Gap[] = []
  for (let at = findStartCode(bytes, 0); at < bytes.length; ) {
    const next = findStartCode(bytes, at + 3)
    const code = bytes[at + 3] ?? 0
    const isText = kind === 'mpeg2' ? code === MPEG2_USER_DATA : kind === 'h264' ? (code & 31) === H264_SEI : HEVC_SEI.has((code >> 1) & 63)
    // Behind the start code: one byte of type, or two with that of HEVC.
    const start = at + (kind === 'hevc' ? 5 : 4)
    if (isText && next > start) gaps.push({ start, end: next, fill: FILL })
    at = next
  }
  return gaps
}

/** 00 00 01, or the end. */
function findStartCode(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(1, from + 2); at >= 0; at = bytes.indexOf(1, at + 1)) {
    if (bytes[at - 1] === 0 && bytes[at - 2] === 0) return at - 2
  }
  return bytes.length
}

// Markers of JPEG and JPEG-LS streams, without the FF before them (ISO/IEC 10918-1 §B.1.1.3, 14495-1 §C.1).
export const HUFFMAN = 0xc4
export const ARITHMETIC = 0xcc
export const START_OF_SCAN = 0xda
export const QUANTIZATION = 0xdb
/** SOF55. */
export const FRAME_LS = 0xf7

/** SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC), and that of JPEG-LS. */
export function isFrameMarker(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf && marker !== HUFFMAN && marker !== 0xc8 && marker !== ARITHMETIC) || marker === FRAME_LS
}

/** TEM, restarts and the beginning of an image. */
export function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

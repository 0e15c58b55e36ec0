// Compressors of answers on zlib: whole bodies in its own threads, streams line by line.
import { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib'
import type { Encoder, Encoders } from '../../http/response/encoders.ts'

const compressGzip = promisify(gzip)
const compressZstd = promisify(zstdCompress)

/** zstd stands first: it is the faster one of two that a caller likes equally well. */
export const nodeEncoders: Encoders = {
  zstd: {
    compress: (bytes) => compressZstd(bytes),
    open: () => webStreams(createZstdCompress({ flush: constants.ZSTD_e_flush })),
  },
  gzip: {
    compress: (bytes) => compressGzip(bytes),
    open: () => webStreams(createGzip({ flush: constants.Z_SYNC_FLUSH })),
  },
}

function webStreams(stream: Duplex): ReturnType<Encoder['open']> {
  return Duplex.toWeb(stream) as unknown as ReturnType<Encoder['open']>
}

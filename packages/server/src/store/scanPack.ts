import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ScanRecord } from '../domain/scanRecord.ts'

type Texts = Pick<ScanRecord, 'input' | 'result'>

/** Room that a row takes beside what is packed, in bytes: columns and indexes. */
const ROW_BYTES = 512

/** Input and result of a scan, a tenth of their length: both are JSON with the same members in every scan. */
export function packScan({ input, result }: Texts): { packed: Uint8Array; bytes: number } {
  const text = Buffer.from(JSON.stringify([input, result]))
  // Told the size, zstd clears tables for so much text only: a quarter of the time.
  const packed = zstdCompressSync(text, { pledgedSrcSize: text.length })
  return { packed, bytes: packed.length + ROW_BYTES }
}

/** Returns the texts of a row; rows of before migration 017 have them as they are. */
export function unpackScan({ packed, input, result }: Texts & { packed: Uint8Array | null }): Texts {
  if (packed === null) return { input, result }
  const [keptInput, keptResult] = JSON.parse(zstdDecompressSync(packed).toString('utf8')) as [string, string]
  return { input: keptInput, result: keptResult }
}

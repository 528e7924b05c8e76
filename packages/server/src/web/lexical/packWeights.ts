import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { type LexicalWeights, MAGIC } from './parseWeights.ts'

/** Bytes of a file that `parseWeights` reads. */
export function packWeights({ weights, ...header }: LexicalWeights): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const packed = brotliCompressSync(weights)
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(text.length)
  lengths.writeUInt32LE(packed.length, 4)
  const body = Buffer.concat([Buffer.from(MAGIC, 'latin1'), lengths, text, packed])
  return Buffer.concat([body, createHash('sha256').update(body).digest()])
}

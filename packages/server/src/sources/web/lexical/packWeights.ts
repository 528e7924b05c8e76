import { createHash } from 'node:crypto'
import { type LexicalWeights, MAGIC } from './parseWeights.ts'

/** Bytes of a file that `parseWeights` reads. */
export function packWeights({ weights, ...header }: LexicalWeights): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const body = Buffer.concat([Buffer.from(MAGIC, 'latin1'), length, text, new Uint8Array(weights.buffer)])
  return Buffer.concat([body, createHash('sha256').update(body).digest()])
}

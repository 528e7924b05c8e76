import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { BUCKETS } from './hostGrams.ts'

/** A level of the model: from what logit on it is given, and on what share of honest hosts, as measured on validation. */
export type Threshold = { logit: number; honest: number }

/** A trained model. Its logit is `bias + scale × Σ weights / n^norm` over the n features of a host. */
export type LexicalWeights = {
  /** Day the weights were trained, `2026-11-21`. */
  trained: string
  bias: number
  scale: number
  norm: number
  /** Calibration: the score is `1 / (1 + e^-(slope × logit + intercept))`. */
  slope: number
  intercept: number
  caution: Threshold
  avoid: Threshold
  weights: Int8Array
}

export const MAGIC = 'RDBTLEX2'
const DIGEST = 32
const MAX_HEADER = 4_096
const NUMBERS = ['bias', 'scale', 'norm', 'slope', 'intercept'] as const

/**
 * Reads a file of weights: magic, lengths of the header and of the weights (u32, little-endian), header (JSON), 1,048,576 weights
 * (int8, most of them 0, Brotli), SHA-256 of all before.
 * @throws Error that says what is wrong with the file.
 */
export function parseWeights(bytes: Uint8Array): LexicalWeights {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.toString('latin1', 0, MAGIC.length) !== MAGIC) throw invalid(`does not begin with ${MAGIC}`)
  const start = MAGIC.length + 8
  const headerLength = view.length < start ? 0 : view.readUInt32LE(MAGIC.length)
  const end = start + headerLength + (view.length < start ? 0 : view.readUInt32LE(MAGIC.length + 4))
  if (headerLength > MAX_HEADER || view.length !== end + DIGEST)
    throw invalid(`has ${view.length} bytes, not ${end + DIGEST}`)
  const digest = createHash('sha256').update(view.subarray(0, end)).digest()
  if (!digest.equals(view.subarray(end))) throw invalid('does not have the contents that its checksum is of')
  const header = readHeader(view.toString('utf8', start, start + headerLength))
  return { ...header, weights: readWeights(view.subarray(start + headerLength, end)) }
}

function readWeights(packed: Uint8Array): Int8Array {
  let bytes: Uint8Array
  try {
    bytes = brotliDecompressSync(packed, { maxOutputLength: BUCKETS })
  } catch {
    throw invalid('has weights that cannot be unpacked')
  }
  if (bytes.length !== BUCKETS) throw invalid(`has ${bytes.length} weights, not ${BUCKETS}`)
  return new Int8Array(bytes)
}

function readHeader(text: string): Omit<LexicalWeights, 'weights'> {
  let header: Record<string, unknown>
  try {
    header = JSON.parse(text) as Record<string, unknown>
  } catch {
    throw invalid('has a header that is no JSON')
  }
  if (header === null || typeof header !== 'object') throw invalid('has a header that is no object')
  const { trained } = header
  if (typeof trained !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(trained))
    throw invalid('does not say when it was trained')
  const [bias, scale, norm, slope, intercept] = NUMBERS.map((name) => numberOf(header[name], name))
  const numbers = { bias, scale, norm, slope, intercept } as Record<(typeof NUMBERS)[number], number>
  const caution = thresholdOf(header.caution, 'caution')
  const avoid = thresholdOf(header.avoid, 'avoid')
  if (numbers.scale <= 0 || numbers.slope <= 0) throw invalid('turns bad into good: scale and slope must be above 0')
  if (numbers.norm < 0 || numbers.norm > 1) throw invalid('has a norm that is not from 0 to 1')
  if (avoid.logit < caution.logit) throw invalid('advises to avoid before it cautions')
  return { trained, ...numbers, caution, avoid }
}

function thresholdOf(value: unknown, name: string): Threshold {
  const threshold = (value ?? {}) as Record<string, unknown>
  const honest = numberOf(threshold.honest, `${name}.honest`)
  if (honest < 0 || honest > 1) throw invalid(`has a share ${name}.honest that is not from 0 to 1`)
  return { logit: numberOf(threshold.logit, `${name}.logit`), honest }
}

function numberOf(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(`has no number ${name}`)
  return value
}

function invalid(what: string): Error {
  return new Error(`The lexical model ${what}. npm run train:urls writes one.`)
}

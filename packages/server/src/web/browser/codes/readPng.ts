import { inflateSync } from 'node:zlib'

/** Pixels as rows of `channels` bytes each. */
export type Picture = { width: number; height: number; channels: 3 | 4; data: Uint8Array }

const SIGNATURE = '89504e470d0a1a0a'
/** More than a window of ours has. */
const MAX_PIXELS = 1_280 * 1_600
const HEADER_BYTES = 13
const COLOUR_TYPES: Readonly<Record<number, 3 | 4>> = { 2: 3, 6: 4 }

/**
 * Reads a PNG as Chromium writes its screenshots: eight bits, RGB or RGBA, not interlaced (W3C PNG, third edition). Null for any other, for one
 * that is damaged, and for one of more pixels than a window of ours has.
 */
export function readPng(bytes: Buffer): Picture | null {
  if (bytes.subarray(0, 8).toString('hex') !== SIGNATURE) return null
  const parts: Buffer[] = []
  let header: Buffer | null = null
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (content.length < length || type === 'IEND') break
    if (type === 'IHDR') header = content
    if (type === 'IDAT') parts.push(content)
    at += 12 + length
  }
  if (header?.length !== HEADER_BYTES || header[8] !== 8 || header[12] !== 0) return null
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), COLOUR_TYPES[header[9] ?? -1]]
  if (channels === undefined || width === 0 || height === 0 || width * height > MAX_PIXELS) return null
  const size = (width * channels + 1) * height
  try {
    const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: size })
    return rows.length === size
      ? { width, height, channels, data: unfiltered(rows, { width, height, channels }) }
      : null
  } catch {
    return null
  }
}

/** Undoes the filter of each row (section 9 of the standard). */
function unfiltered(rows: Buffer, { width, height, channels }: Omit<Picture, 'data'>): Uint8Array {
  const stride = width * channels
  const data = new Uint8Array(stride * height)
  for (let row = 0; row < height; row++) {
    const filter = rows[row * (stride + 1)] ?? 0
    const from = row * (stride + 1) + 1
    const to = row * stride
    for (let at = 0; at < stride; at++) {
      const left = at < channels ? 0 : (data[to + at - channels] as number)
      const above = row === 0 ? 0 : (data[to + at - stride] as number)
      const corner = row === 0 || at < channels ? 0 : (data[to + at - stride - channels] as number)
      data[to + at] = (rows[from + at] as number) + predicted(filter, left, above, corner)
    }
  }
  return data
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

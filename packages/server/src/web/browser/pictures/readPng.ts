import { decode } from 'fast-png'

/** Pixels as rows of `channels` bytes each. */
export type Picture = { width: number; height: number; channels: 3 | 4; data: Uint8Array }

/** More than a window of ours has. */
const MAX_PIXELS = 1_280 * 1_600

/** Reads a PNG as Chromium writes its screenshots: RGB or RGBA of eight bits. Null for any other, for a damaged one and for one too large. */
export function readPng(bytes: Uint8Array): Picture | null {
  if (pixelsOf(bytes) > MAX_PIXELS) return null
  try {
    const { width, height, channels, data } = decode(bytes)
    if (!(data instanceof Uint8Array) || (channels !== 3 && channels !== 4)) return null
    return { width, height, channels, data }
  } catch {
    return null
  }
}

/** Width times height as the header says: looked at before anything is unpacked. */
function pixelsOf(bytes: Uint8Array): number {
  if (bytes.length < 24) return 0
  const header = new DataView(bytes.buffer, bytes.byteOffset, 24)
  return header.getUint32(16) * header.getUint32(20)
}

import { decodeQRBatch } from 'qr/decode.js'
import { readPng } from '../pictures/readPng.ts'

/** Text of a QR code, and where its middle lies in the picture, in pixels. */
export type DecodedCode = { text: string; x: number; y: number }

const MAX_CODES = 8
const MAX_TEXT = 2_000

/** Finds the QR codes in a PNG: each is tried once, so that a busy machine finds the same. Null: no picture that could be read. */
export async function decodeCodes(png: Buffer): Promise<DecodedCode[] | null> {
  const picture = readPng(png)
  if (picture === null) return null
  const found: DecodedCode[] = []
  const { width, height, channels, data } = picture
  await decodeQRBatch([{ width, height, data }], {
    format: channels === 4 ? 'RGBA' : 'RGB',
    effort: 1,
    pointsOnDetect: ({ boundingBox: box }, text) => {
      if (typeof text !== 'string' || text === '' || found.length >= MAX_CODES) return
      found.push({ text: text.slice(0, MAX_TEXT), x: box.x + box.width / 2, y: box.y + box.height / 2 })
    },
  })
  return found
}

import { parentPort } from 'node:worker_threads'
import { leaveProcessorToMainThread } from '../../../lib/leaveProcessor.ts'
import { type DecodedCode, decodeCodes } from '../codes/decodeCodes.ts'
import type { Box } from '../marks/describeMark.ts'
import { type FoundBrand, findBrands } from '../marks/findBrands.ts'
import { type DrawnButton, drawnButtons } from '../surfaces/drawnButtons.ts'
import { readPng } from './readPng.ts'

// Runs in a worker thread that `createPictureReader` starts at first use and ends when idle.

/** QR codes of a picture, brands whose marks are drawn in its boxes, or what is drawn as a button in the first of them. */
export type PictureRequest = { id: number; png: string; look: 'codes' | 'brands' | 'buttons'; boxes: readonly Box[] }
/** Null: not read. */
export type PictureReply = {
  id: number
  codes: DecodedCode[] | null
  brands: (FoundBrand | null)[] | null
  buttons: DrawnButton[] | null
}

if (parentPort === null) throw new Error('pictureWorker.ts runs in a worker thread only')
const port = parentPort
leaveProcessorToMainThread()

port.on('message', async ({ id, png, look, boxes }: PictureRequest) => {
  const bytes = Buffer.from(png, 'base64')
  const codes = look === 'codes' ? await decodeCodes(bytes).catch(() => null) : null
  const picture = look === 'codes' ? null : readPng(bytes)
  const brands = look === 'brands' && picture !== null ? findBrands(picture, boxes) : null
  const [part] = boxes
  const buttons = look === 'buttons' && picture !== null && part !== undefined ? drawnButtons(picture, part) : null
  port.postMessage({ id, codes, brands, buttons } satisfies PictureReply)
})

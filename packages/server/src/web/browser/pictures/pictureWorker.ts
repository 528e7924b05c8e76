import { parentPort } from 'node:worker_threads'
import { leaveProcessorToMainThread } from '../../../lib/leaveProcessor.ts'
import { type DecodedCode, decodeCodes } from '../codes/decodeCodes.ts'
import type { Box } from '../marks/describeMark.ts'
import { type FoundBrand, findBrands } from '../marks/findBrands.ts'
import { readPng } from './readPng.ts'

// Runs in a worker thread that `createPictureReader` starts at first use and ends when idle.

/** Without `boxes` the QR codes of a picture are read, with them the brands whose marks are drawn there. */
export type PictureRequest = { id: number; png: string; boxes: readonly Box[] | null }
/** Null: not read. */
export type PictureReply = { id: number; codes: DecodedCode[] | null; brands: (FoundBrand | null)[] | null }

if (parentPort === null) throw new Error('pictureWorker.ts runs in a worker thread only')
const port = parentPort
leaveProcessorToMainThread()

port.on('message', async ({ id, png, boxes }: PictureRequest) => {
  const bytes = Buffer.from(png, 'base64')
  const codes = boxes === null ? await decodeCodes(bytes).catch(() => null) : null
  const picture = boxes === null ? null : readPng(bytes)
  const brands = picture === null || boxes === null ? null : findBrands(picture, boxes)
  port.postMessage({ id, codes, brands } satisfies PictureReply)
})

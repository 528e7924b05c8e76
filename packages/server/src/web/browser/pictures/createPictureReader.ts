import { Worker } from 'node:worker_threads'
import type { DecodedCode } from '../codes/decodeCodes.ts'
import type { Box } from '../marks/describeMark.ts'
import type { FoundBrand } from '../marks/findBrands.ts'
import type { DrawnButton } from '../surfaces/drawnButtons.ts'
import type { PictureReply, PictureRequest } from './pictureWorker.ts'

export type PictureReader = {
  /** QR codes in a PNG in base64; null when they could not be looked for. Never rejects. */
  read(png: string): Promise<DecodedCode[] | null>
  /** The brand whose mark is drawn in each of the boxes of a PNG in base64; null when they could not be looked at. Never rejects. */
  brands(png: string, boxes: readonly Box[]): Promise<(FoundBrand | null)[] | null>
  /** What is drawn as a button in a part of a PNG in base64; null when it could not be looked at. Never rejects. */
  buttons(png: string, part: Box): Promise<DrawnButton[] | null>
  close(): Promise<void>
}

const LIMITS = { milliseconds: 3_000, waiting: 32, heapMb: 128, idleMs: 30_000 }

/**
 * Reads QR codes, marks of brands and drawn buttons off the main thread, in one worker thread, none before the first picture. A thread that hangs, breaks or runs out of
 * memory is ended with what waits for it: pages draw these pictures.
 *
 * @param milliseconds for one picture.
 */
export function createPictureReader(milliseconds: number = LIMITS.milliseconds): PictureReader {
  const waiting = new Map<number, { resolve(reply: PictureReply | null): void; deadline: NodeJS.Timeout }>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null
  let closed = false
  let lastId = 0

  const settle = (id: number, reply: PictureReply | null) => {
    const job = waiting.get(id)
    waiting.delete(id)
    clearTimeout(job?.deadline)
    job?.resolve(reply)
    if (waiting.size === 0 && worker !== null) {
      if (idle !== null) clearTimeout(idle)
      idle = setTimeout(discard, LIMITS.idleMs)
      idle.unref()
    }
  }
  const discard = () => {
    const broken = worker
    worker = null
    for (const id of [...waiting.keys()]) settle(id, null)
    void broken?.terminate()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./pictureWorker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMb, maxYoungGenerationSizeMb: 32 },
      // Nothing of the service's secrets or flags is of use in there.
      env: {},
      execArgv: [],
    })
    started.unref()
    started.on('message', (reply: PictureReply) => worker === started && settle(reply.id, reply))
    started.on('error', () => worker === started && discard())
    started.on('exit', () => worker === started && discard())
    return started
  }

  const ask = async (
    png: string,
    look: PictureRequest['look'],
    boxes: readonly Box[] = [],
  ): Promise<PictureReply | null> => {
    if (closed || waiting.size >= LIMITS.waiting) return null
    if (idle !== null) clearTimeout(idle)
    idle = null
    worker ??= start()
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<PictureReply | null>()
    const deadline = setTimeout(discard, milliseconds)
    waiting.set(id, { resolve, deadline })
    worker.postMessage({ id, png, look, boxes } satisfies PictureRequest)
    return promise
  }

  return {
    read: async (png) => (await ask(png, 'codes'))?.codes ?? null,
    brands: async (png, boxes) => (await ask(png, 'brands', boxes))?.brands ?? null,
    buttons: async (png, part) => (await ask(png, 'buttons', [part]))?.buttons ?? null,
    async close() {
      closed = true
      if (idle !== null) clearTimeout(idle)
      const open = worker
      discard()
      await open?.terminate()
    },
  }
}

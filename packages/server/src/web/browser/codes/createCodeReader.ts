import { Worker } from 'node:worker_threads'
import type { CodeReply, CodeRequest } from './codeWorker.ts'
import type { DecodedCode } from './decodeCodes.ts'

export type CodeReader = {
  /** QR codes in a PNG in base64; null when they could not be looked for. Never rejects. */
  read(png: string): Promise<DecodedCode[] | null>
  close(): Promise<void>
}

const LIMITS = { milliseconds: 3_000, waiting: 32, heapMb: 128, idleMs: 30_000 }

/**
 * Reads QR codes off the main thread, in one worker thread, none before the first picture. A thread that hangs, breaks or runs out of
 * memory is ended with what waits for it: pages draw these pictures.
 */
export function createCodeReader(): CodeReader {
  const waiting = new Map<number, { resolve(codes: DecodedCode[] | null): void; deadline: NodeJS.Timeout }>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null
  let closed = false
  let lastId = 0

  const settle = (id: number, codes: DecodedCode[] | null) => {
    const job = waiting.get(id)
    waiting.delete(id)
    clearTimeout(job?.deadline)
    job?.resolve(codes)
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
    const started = new Worker(new URL('./codeWorker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMb, maxYoungGenerationSizeMb: 32 },
      // Nothing of the service's secrets or flags is of use in there.
      env: {},
      execArgv: [],
    })
    started.unref()
    started.on('message', ({ id, codes }: CodeReply) => worker === started && settle(id, codes))
    started.on('error', () => worker === started && discard())
    started.on('exit', () => worker === started && discard())
    return started
  }

  return {
    async read(png) {
      if (closed || waiting.size >= LIMITS.waiting) return null
      if (idle !== null) clearTimeout(idle)
      idle = null
      worker ??= start()
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<DecodedCode[] | null>()
      const deadline = setTimeout(discard, LIMITS.milliseconds)
      waiting.set(id, { resolve, deadline })
      worker.postMessage({ id, png } satisfies CodeRequest)
      return promise
    },
    async close() {
      closed = true
      if (idle !== null) clearTimeout(idle)
      const open = worker
      discard()
      await open?.terminate()
    },
  }
}

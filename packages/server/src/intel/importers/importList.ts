import { Worker } from 'node:worker_threads'
import type { IntelEntry } from '../ports.ts'
import type { Refusal } from './collectEntries.ts'
import { addBatch } from './entryBatches.ts'
import { ImportError } from './importError.ts'
import type { ImportRequest, WorkerMessage } from './importMessages.ts'
import { LIMITS } from './limits.ts'

export type ImportedList = {
  /** Distinct by kind, value, network and label. */
  entries: IntelEntry[]
  /** As `fingerprintsOf` makes them. */
  fingerprints: Uint8Array
  /** What is no entry, by reason, with the first example, cleaned. */
  refused: Refusal[]
}

/**
 * Reads a list from a file in a worker thread of its own, so that neither a hostile file nor a long one costs the service
 * memory or time: the thread is ended at its limits, and entries arrive some thousand at a time.
 * @throws ImportError when the file is no such list, or costs too much; the signal's reason when aborted.
 */
export async function importList(
  request: ImportRequest,
  signal: AbortSignal,
  { milliseconds, heapMb }: { milliseconds: number; heapMb: number } = LIMITS,
): Promise<ImportedList> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./importWorker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // Nothing of the service's secrets or flags is of use in there.
    env: {},
    execArgv: [],
  })
  const tooMuch = (limit: string) =>
    new ImportError(`Reading the ${request.format} list takes over ${limit}; take a shorter one.`)
  const entries: IntelEntry[] = []
  const { promise, resolve, reject } = Promise.withResolvers<ImportedList>()
  worker.on('message', (message: WorkerMessage) => {
    if (message.type === 'failed') reject(new ImportError(message.message))
    else if (message.type === 'done') resolve({ entries, fingerprints: message.fingerprints, refused: message.refused })
    else {
      addBatch(entries, message.batch)
      worker.postMessage('next')
    }
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`${heapMb} MB of memory`) : error),
  )
  worker.on('exit', (code) => reject(new Error(`the import thread ended with ${code} and no result`)))
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => reject(tooMuch(`${milliseconds / 1000} s`)), milliseconds)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    // The caller may use the file again only when the worker no longer reads it.
    await worker.terminate()
  }
}

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { fingerprintsOf } from '../lookup/fingerprintsOf.ts'
import { batchesOf, fileChunks } from './entryBatches.ts'
import { ImportError } from './importError.ts'
import type { ImportRequest, WorkerMessage } from './importMessages.ts'
import { parseList } from './parseList.ts'

// Runs in a worker thread that `importList` starts for one list and ends afterwards.

if (parentPort === null) throw new Error('importWorker.ts runs in a worker thread only')
const port = parentPort
const post = (message: WorkerMessage) => port.postMessage(message)
const { file, ...spec } = workerData as ImportRequest

try {
  const collection = await parseList(fileChunks(file), spec)
  for (const batch of batchesOf(collection.entries())) {
    post({ type: 'batch', batch })
    // One at a time: a queue of batches would be unpacked in one go, and hold up the service.
    await once(port, 'message')
  }
  post({ type: 'done', fingerprints: fingerprintsOf(collection.entries()), refused: collection.refused() })
} catch (error) {
  if (!(error instanceof ImportError)) throw error
  post({ type: 'failed', message: error.message })
}

import type { Refusal } from './collectEntries.ts'
import type { EntryBatch } from './entryBatches.ts'
import type { ListSpec } from './parseList.ts'

/** What the worker thread is started with. `file`: an absolute path. */
export type ImportRequest = ListSpec & { file: string }

/** What it answers: batches, each to be acknowledged by any message, and then one of the others. */
export type WorkerMessage =
  | { type: 'batch'; batch: EntryBatch }
  | { type: 'done'; fingerprints: Uint8Array; refused: Refusal[] }
  | { type: 'failed'; message: string }

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { type EntryKey, type IntelEntry, LIST_LABELS } from '../ports.ts'
import { ImportError } from './importError.ts'

/** Some thousand entries as columns: what crosses between threads is copied, which must not hold up the service. */
export type EntryBatch = {
  /** Index into KINDS, CHAINS (one more; 0 is every network) and LIST_LABELS. */
  kinds: Uint8Array
  chains: Uint8Array
  labels: Uint8Array
  values: string[]
  names: (string | null)[]
}

const KINDS: readonly EntryKey['kind'][] = ['address', 'host', 'url', 'hash']
const SIZE = 2000

export function* batchesOf(entries: Iterable<IntelEntry>): Generator<EntryBatch> {
  let batch: IntelEntry[] = []
  for (const entry of entries) {
    if (batch.push(entry) < SIZE) continue
    yield columnsOf(batch)
    batch = []
  }
  if (batch.length > 0) yield columnsOf(batch)
}

/** Appends what `batchesOf` made a batch of. */
export function addBatch(entries: IntelEntry[], { kinds, chains, labels, values, names }: EntryBatch): void {
  for (const [index, value] of values.entries()) {
    const kind = KINDS[kinds[index] ?? -1]
    const label = LIST_LABELS[labels[index] ?? -1]
    if (kind === undefined || label === undefined)
      throw new RangeError(`entry ${index} of a batch has no kind or label`)
    entries.push({ kind, value, chain: CHAINS[(chains[index] ?? 0) - 1] ?? null, label, name: names[index] ?? null })
  }
}

function columnsOf(batch: readonly IntelEntry[]): EntryBatch {
  return {
    kinds: Uint8Array.from(batch, ({ kind }) => KINDS.indexOf(kind)),
    chains: Uint8Array.from(batch, ({ chain }) => (chain === null ? 0 : CHAINS.indexOf(chain) + 1)),
    labels: Uint8Array.from(batch, ({ label }) => LIST_LABELS.indexOf(label)),
    values: batch.map(({ value }) => value),
    names: batch.map(({ name }) => name),
  }
}

const CHUNK = 64 * 1024

/**
 * A file's bytes, piece by piece; blocks, so for worker threads only. The same memory is given each time.
 * @throws ImportError when it is no regular file: a pipe or device would never end.
 */
export function* fileChunks(file: string): Generator<Uint8Array, void, undefined> {
  // Without O_NONBLOCK, opening a pipe that has no writer would hang a thread that cannot be stopped.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(descriptor).isFile()) throw new ImportError('The list is not a regular file.')
    const chunk = Buffer.allocUnsafeSlow(CHUNK)
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      yield chunk.subarray(0, read)
    }
  } finally {
    closeSync(descriptor)
  }
}

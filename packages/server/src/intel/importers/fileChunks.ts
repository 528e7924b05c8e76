import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { ImportError } from './importError.ts'

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

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { anvilBinary } from './launcher.ts'

const run = promisify(execFile)
const WITHIN_MS = 5_000
/** A failure stands for so many milliseconds. */
const KEPT_MS = 10_000

/**
 * Tells whether the engine's program runs on this machine, by asking it for its version: once where it does.
 * @returns null, or why not.
 */
export function createEngineReadiness(binary: () => string = anvilBinary): () => Promise<string | null> {
  let kept: { at: number; found: Promise<string | null> } | null = null

  async function ask(): Promise<string | null> {
    try {
      await run(binary(), ['--version'], { timeout: WITHIN_MS })
      return null
    } catch (error) {
      return `the engine does not run: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  return async () => {
    if (kept !== null && ((await kept.found) === null || Date.now() - kept.at < KEPT_MS)) return kept.found
    kept = { at: Date.now(), found: ask() }
    return kept.found
  }
}

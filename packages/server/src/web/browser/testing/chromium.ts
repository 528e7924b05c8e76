import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Path of the Chromium of this machine (CHROMIUM_PATH, or the first on PATH), and why a test that needs one is skipped: `{ skip }`
 * of node:test.
 */
export function findChromium(): { path: string; skip: string | false } {
  const named = process.env.CHROMIUM_PATH ?? ''
  if (isProgram(named)) return { path: named, skip: false }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = ['chromium', 'chromium-browser'].flatMap((name) => folders.map((folder) => join(folder, name)))
  const path = paths.find((one) => isProgram(one))
  return path === undefined ? { path: '', skip: 'no chromium on PATH' } : { path, skip: false }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

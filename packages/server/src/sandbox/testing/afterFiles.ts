import { after } from 'node:test'

/** Where `scripts/runTestFiles.ts` keeps what ends with the process. */
const ENDINGS = Symbol.for('redoubt.endings')

type Ending = () => Promise<void>

/**
 * Runs `end` after the tests of all files of this process. `after` of a module belongs to the file that loads it first where each
 * file is a suite.
 */
export function afterFiles(end: Ending): void {
  const endings = (process as { [ENDINGS]?: Ending[] })[ENDINGS]
  if (endings === undefined) after(end)
  else endings.push(end)
}

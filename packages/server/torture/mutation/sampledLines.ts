import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lines that are drawn together, so that most changes of several lines are among them. */
const BLOCK = 10

/**
 * Draws one block of lines in `oneIn` from the files that the globs name, by a hash of the file's name and the block's number, and one of each file at least.
 * @returns ranges as Stryker reads them, `FILE:FIRST-LAST`
 */
export function sampledLines(root: string, globs: readonly string[], oneIn: number): string[] {
  const wanted = globs.filter((glob) => !glob.startsWith('!'))
  const left = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))
  return globSync(wanted, { cwd: root, exclude: left })
    .toSorted()
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n').length
      const blocks = Array.from({ length: Math.ceil(lines / BLOCK) }, (_, at) => at)
      const hashOf = (at: number) => createHash('sha256').update(`${file} ${at}`).digest().readUInt32BE()
      const drawn = blocks.filter((at) => hashOf(at) % oneIn === 0)
      const least = blocks.toSorted((one, other) => hashOf(one) - hashOf(other)).slice(0, 1)
      return (drawn.length > 0 ? drawn : least).map(
        (at) => `${file}:${at * BLOCK + 1}-${Math.min((at + 1) * BLOCK, lines)}`,
      )
    })
}

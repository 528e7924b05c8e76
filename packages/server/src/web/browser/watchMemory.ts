import { listProcesses, processTree, readProcesses } from './processTree.ts'

/** Time between two looks at the memory of all browsers. */
const LOOK_EVERY_MS = 150

type Watched = { memoryBytes: number; exceeded(): void }

const watched = new Map<number, Watched>()
/** Processes that descend from no browser, and therefore never will: they are not read again. */
let foreign = new Set<number>()
let looks: NodeJS.Timeout | null = null

/**
 * Calls `exceeded` at each look at which `root` and what descends from it hold more than `memoryBytes`. One look serves all
 * browsers: a machine has many processes, and each is a file to read.
 * @returns ends the watch.
 */
export function watchMemory(root: number, memoryBytes: number, exceeded: () => void): () => void {
  watched.set(root, { memoryBytes, exceeded })
  looks ??= setInterval(look, LOOK_EVERY_MS)
  return () => {
    watched.delete(root)
    if (watched.size > 0 || looks === null) return
    clearInterval(looks)
    looks = null
    foreign = new Set()
  }
}

function look(): void {
  const running = listProcesses()
  const read = readProcesses(running.filter((pid) => !foreign.has(pid)))
  const known = new Set<number>()
  for (const [root, { memoryBytes, exceeded }] of [...watched]) {
    const tree = processTree(root, read)
    for (const { pid } of tree) known.add(pid)
    if (tree.reduce((sum, { residentBytes }) => sum + residentBytes, 0) > memoryBytes) exceeded()
  }
  const others = read.map(({ pid }) => pid).filter((pid) => !known.has(pid))
  foreign = new Set([...running.filter((pid) => foreign.has(pid)), ...others])
}

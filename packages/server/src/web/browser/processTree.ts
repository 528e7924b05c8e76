import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'

/** One running process: no zombies. */
export type ProcessEntry = { pid: number; parent: number; group: number; residentBytes: number }

const PAGE_BYTES = 4_096
/** More than a line of proc(5), /proc/pid/stat: 52 numbers and a name. One for all reads, which are synchronous. */
const line = Buffer.alloc(2_048)

/**
 * The processes that descend from `root`, itself included, and those of its process group whose parents have ended. Empty where
 * there is no /proc.
 */
export function processTree(
  root: number,
  all: readonly ProcessEntry[] = readProcesses(listProcesses()),
): ProcessEntry[] {
  const found = new Map(all.filter(({ pid, group }) => pid === root || group === root).map((one) => [one.pid, one]))
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const one of all) if (found.has(one.parent)) found.set(one.pid, one)
  }
  return [...found.values()]
}

/**
 * Returns the processes whose command line holds `text`, which must be unique to our own: a program may start others that
 * leave its tree and its group (Chromium's crash handler does).
 */
export function processesNaming(text: string): number[] {
  return listProcesses().filter((pid) => commandLine(pid).includes(text))
}

/** Sends SIGKILL to processes, and to the process groups of negative ids. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

/** Returns the ids of the machine's processes. */
export function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Reads /proc: synchronous, because it is memory; some tens of microseconds for each process. */
export function readProcesses(pids: readonly number[]): ProcessEntry[] {
  return pids.flatMap((pid) => readProcess(pid) ?? [])
}

/** Null for one that has ended in the meantime. The second field of its line may hold anything but the last `)`. */
function readProcess(pid: number): ProcessEntry | null {
  const stat = readLine(`/proc/${pid}/stat`)
  if (stat === null) return null
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return null
  return { pid, parent: Number(parent), group: Number(group), residentBytes: Number(rest[18]) * PAGE_BYTES }
}

function readLine(path: string): string | null {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    return line.toString('latin1', 0, readSync(file, line))
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

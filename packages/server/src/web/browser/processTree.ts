import { readdirSync, readFileSync } from 'node:fs'

/** One running process: no zombies. */
export type ProcessEntry = { pid: number; parent: number; group: number; residentBytes: number }

const PAGE_BYTES = 4_096

/**
 * The processes that descend from `root`, itself included, and those of its process group whose parents have ended. Empty where
 * there is no /proc.
 */
export function processTree(root: number, all: readonly ProcessEntry[] = listProcesses()): ProcessEntry[] {
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
  return namesIn('/proc').flatMap((name) =>
    /^\d+$/.test(name) && commandLine(name).includes(text) ? [Number(name)] : [],
  )
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/** Reads /proc: synchronous, because it is memory and a few hundred lines; some two milliseconds. */
function listProcesses(): ProcessEntry[] {
  return namesIn('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Null for one that has ended in the meantime: proc(5), /proc/pid/stat, whose second field may hold anything but the last `)`. */
function readProcess(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    return { pid, parent: Number(parent), group: Number(group), residentBytes: Number(rest[18]) * PAGE_BYTES }
  } catch {
    return null
  }
}

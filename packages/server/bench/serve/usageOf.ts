import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Of Linux, in milliseconds. */
const TICK_MS = 10

/** Processor time of a process and of all below it, those that ended included, and their memory (Linux). */
export function usageOf(root: number): { ms: number; rssMb: number } {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const rows = [...listed.matchAll(/^ *(\d+) +(\d+) +(\d+)$/gm)].map((row) => row.slice(1).map(Number))
  const parents = rows.map(([pid, parent]) => [pid, parent])
  const kilobytesOf = (pid: number): number =>
    rows.reduce((sum, [one = 0, parent, own = 0]) => {
      if (one === pid) return sum + own
      return parent === pid ? sum + kilobytesOf(one) : sum
    }, 0)
  const ticksOf = (pid: number): number => {
    // Fields 14 to 17 after the name, which may hold spaces: user and system time, of itself and of children that it waited for.
    let stat: string
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    } catch {
      return 0
    }
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return parents.reduce((sum, [child, parent]) => (parent === pid ? sum + ticksOf(child ?? 0) : sum), own)
  }
  return { ms: ticksOf(root) * TICK_MS, rssMb: Math.round(kilobytesOf(root) / 1_024) }
}

/** Jobs of many accounts; `take` gives each account its turn. */
export type FairQueue<Job> = {
  size(): number
  sizeOf(account: string): number
  add(account: string, job: Job): void
  /** The oldest job of the account whose turn is longest ago; null when none waits. */
  take(): Job | null
  /** Takes it out of the line; false when it is not in it. */
  remove(job: Job): boolean
  /** Takes all out. */
  clear(): Job[]
}

/** Round-robin queue: one account's backlog delays no other. */
export function createFairQueue<Job>(): FairQueue<Job> {
  // Accounts in the order of their turns; one without jobs is not in it.
  const lines = new Map<string, Job[]>()
  return {
    size: () => [...lines.values()].reduce((sum, line) => sum + line.length, 0),
    sizeOf: (account) => lines.get(account)?.length ?? 0,
    add(account, job) {
      const line = lines.get(account)
      if (line === undefined) lines.set(account, [job])
      else line.push(job)
    },
    take() {
      for (const [account, line] of lines) {
        const job = line.shift()
        lines.delete(account)
        if (line.length > 0) lines.set(account, line)
        if (job !== undefined) return job
      }
      return null
    },
    remove(job) {
      for (const [account, line] of lines) {
        const place = line.indexOf(job)
        if (place < 0) continue
        line.splice(place, 1)
        if (line.length === 0) lines.delete(account)
        return true
      }
      return false
    },
    clear() {
      const all = [...lines.values()].flat()
      lines.clear()
      return all
    },
  }
}

import type { HeldTransactionStore } from '../../domain/ports/heldTransactions.ts'
import type { LeasedTransaction } from '../../domain/rpc/heldTransaction.ts'

/** Longer than a release takes; a node that stops gives its transactions to the others after so many milliseconds. */
export const LEASE_MS = 60_000
const TICK_MS = 1_000
const AT_ONCE = 4

/** Looks for held transactions that are due, of all accounts; of several nodes, one takes each. */
export function createHeldRelease({
  held,
  release,
  now,
  onProblem,
}: {
  held: Pick<HeldTransactionStore, 'lease'>
  release(leased: LeasedTransaction, signal: AbortSignal): Promise<boolean>
  now(): number
  onProblem(error: unknown): void
}) {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    for (;;) {
      if (closing.signal.aborted) return
      const leased = await held.lease({ now: now(), leaseMs: LEASE_MS, limit: AT_ONCE })
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(LEASE_MS)])
      await Promise.all(leased.map((one) => release(one, signal).catch(onProblem)))
      if (leased.length < AT_ONCE) return
    }
  }

  function next(): void {
    if (closing.signal.aborted) return
    timer = setTimeout(() => {
      running = run().catch(onProblem).then(next)
    }, TICK_MS)
    timer.unref()
  }

  return {
    start: next,
    async close(): Promise<void> {
      closing.abort()
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}

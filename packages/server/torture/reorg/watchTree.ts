import type { WatchLimits } from '../../src/watch/chain/watcher.ts'
import type { JudgeBlock, WatchedChain } from '../../src/watch/ports.ts'
import { WATCHED } from './forkTree.ts'

/** One watched tree: what its watchers must agree about, whichever process they are in. */
export type TreeWatch = { name: string; confirmations: number; patienceMs: number }

/** Every watcher of the torture is the same node: one that is killed is followed by another that need not wait for its lead. */
export const NODE = 'torture'

export function watchedTree({ name }: TreeWatch): WatchedChain {
  return { chain: 'ethereum', environment: 'live', instance: name }
}

export function limitsOf({ patienceMs }: TreeWatch): WatchLimits {
  return { pollMs: 2, staleMs: 10, patienceMs, keptBlocks: 64, maxAgeMs: Number.POSITIVE_INFINITY }
}

/** One event for each log of the watched contract, by transaction and place in it. */
export function judgeTree({ name }: TreeWatch): JudgeBlock {
  return async ({ logs }) => {
    const places = new Map<string, number>()
    return logs.flatMap(({ address, transactionHash }) => {
      const place = places.get(transactionHash) ?? 0
      places.set(transactionHash, place + 1)
      const identity = `${transactionHash}:${place}`
      const about = { accountId: name, environment: 'live' as const, type: 'approval.new', entity: null, identity }
      return address === WATCHED ? [{ ...about, data: JSON.stringify({ identity }), at: 1_790_000_000_000 }] : []
    })
  }
}

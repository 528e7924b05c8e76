import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainBuilder, HistoryTransaction } from '../chainBuilder.ts'

/** One moment of an account's story. Steps of the same moment share a block, in the order the stories are listed. */
export type Step = {
  /** Days before the head block. */
  daysAgo: number
  transaction: HistoryTransaction
  /** For a creation: where the contract must come to live. */
  creates?: Address
}

const DAY = 86_400
/** Longest silence between blocks of the past. */
const QUIET_DAYS = 2.5
/** Blocks at the network's own pace before the head: the present. */
const RECENT_BLOCKS = 40

/**
 * Mines all steps in the order of time, with empty blocks in between, and ends at the head.
 * @param clock Unix seconds now and of the head, and seconds between blocks of the present.
 * @returns how many of the blocks belong to the last seven days.
 */
export async function mineTimeline(
  chain: ChainBuilder,
  steps: readonly Step[],
  clock: { now: number; head: number; blockSeconds: number },
  onBlock: () => void,
): Promise<number> {
  const present = clock.head - RECENT_BLOCKS * clock.blockSeconds
  let now = clock.now
  let recent = 0
  const mine = async (time: number) => {
    now = time
    if (clock.head - now <= 7 * DAY) recent += 1
    await chain.mine(now)
    onBlock()
  }
  const mineUntil = async (time: number) => {
    while (time - now > QUIET_DAYS * DAY) await mine(now + QUIET_DAYS * DAY)
  }
  const moments = Map.groupBy(steps, ({ daysAgo }) => Math.round(clock.head - daysAgo * DAY))
  for (const [time, together] of [...moments].sort(([a], [b]) => a - b)) {
    if (time <= clock.now || time >= present) throw new Error(`Sandbox history: no block at ${time} for a step.`)
    await mineUntil(time)
    for (const { transaction, creates } of together) await perform(chain, transaction, creates)
    await mine(time)
  }
  await mineUntil(present)
  for (let time = present; time <= clock.head; time += clock.blockSeconds) await mine(time)
  return recent
}

async function perform(chain: ChainBuilder, transaction: HistoryTransaction, creates?: Address): Promise<void> {
  if (!creates) return chain.send(transaction)
  const { from, note } = transaction
  await chain.deploy({ from, note, expected: creates, initCode: transaction.data ?? ('0x' satisfies Hex) })
}

import type { RunEvents } from '../facts/execution.ts'
import type { Measured } from './condition.ts'
import { readableEvents } from './readableEvents.ts'

const WHOLE_BPS = 10_000n

/**
 * Base units by which less of a token may arrive than in the main run, because it does so in another environment: the prize of a draw is
 * another one in the block that is mined. Slippage is taken off what arrives at least. For outcomes that no verdict warns of: a payment
 * that brings nothing in another environment is how red pills steal. Only the token's own events count, and where one of them cannot be
 * read that run says nothing.
 */
export function arrivalShortfall(
  { kind, target, account, before, after }: Measured,
  { runs, slippageBps }: { runs: RunEvents['others']; slippageBps: number },
): bigint {
  if (kind !== 'token-balance' || before === null || after <= before) return 0n
  const arrived = after - before
  const least = runs.reduce((smallest, { success, events }) => {
    if (!success || events === null) return smallest
    const { changes, unreadable } = readableEvents(events.filter(({ address }) => address === target))
    if (unreadable.length > 0) return smallest
    const own = changes.filter((one) => one.account === account && one.asset === target)
    const gained = own.reduce((sum, one) => sum + (one.tokenId === null ? one.amount : sign(one.amount)), 0n)
    return gained < smallest ? gained : smallest
  }, arrived)
  return ((arrived - (least > 0n ? least : 0n)) * (WHOLE_BPS - BigInt(slippageBps))) / WHOLE_BPS
}

/** Items are counted by the balance of their collection. */
function sign(amount: bigint): bigint {
  return amount > 0n ? 1n : -1n
}

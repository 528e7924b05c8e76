import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NATIVE } from '../../simulation/flatRun.ts'
import type { CallOutcome, Simulator } from '../../simulation/simulator.ts'
import type { ClaimQuestion } from '../calls/claimValues.ts'

const COIN = 10n ** 18n

/**
 * Whether the contract sets the sum: items come in the same call, a wei less is refused, and of twice as much it keeps no more. A deposit takes
 * what its owner offers.
 */
export async function isFixedPrice(
  simulator: Simulator,
  block: PinnedBlock,
  { transaction, losses, gained }: ClaimQuestion,
  signal: AbortSignal,
): Promise<boolean> {
  const [paid, ...more] = losses
  const { to, calls } = transaction
  if (paid === undefined || more.length > 0 || paid.address !== null || to === null || calls !== undefined) return false
  const { account, amount } = paid
  const isItem = gained.some((one) => one.account === account && one.tokenId !== null)
  if (!isItem || transaction.from !== account || transaction.value < amount) return false
  const offers = [amount, amount - 1n, 2n * amount]
  const outcomes = await simulator.simulateSequences({
    block,
    sequences: offers.map((value) => ({
      stateOverrides: { [account]: { balance: value + 1_000n * COIN } },
      blocks: [{ calls: [offering(transaction, value)] }],
    })),
    transfers: true,
    signal,
  })
  const [exact = null, less = null, twice = null] = outcomes.map((one) => one?.at(-1) ?? null)
  return (
    keptOf(exact, account) === amount &&
    less?.success === false &&
    twice !== null &&
    (!twice.success || keptOf(twice, account) === amount)
  )
}

function offering({ from, to, data }: Transaction, value: bigint): Transaction {
  return { from, to, data, value, gas: 2_000_000n }
}

/** Coins that left the account, less those that came back; null where the call failed. */
function keptOf(outcome: CallOutcome | null, account: Address): bigint | null {
  if (outcome?.success !== true) return null
  const own = account.slice(2)
  return outcome.logs.reduce((sum, { address, topics: [, from, to], data }) => {
    if (address !== NATIVE) return sum
    return sum + (from?.endsWith(own) ? BigInt(data) : 0n) - (to?.endsWith(own) ? BigInt(data) : 0n)
  }, 0n)
}

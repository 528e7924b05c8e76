import type { Address } from '@redoubt/risk/address.ts'
import type { WalletCustody } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { emittedLogs, transfersOf } from '../../decode/emittedLogs.ts'
import { words } from '../../trade/trader.ts'
import { type OwnerQuestion, runWalks } from '../callers/privilegedActs.ts'
import { BETWEEN_STEPS, LATER } from '../exits/exitSchedule.ts'
import type { Exit } from '../exits/searchExits.ts'
import { bestOf, isCovered } from '../runs/bestWalk.ts'
import type { ClaimSources, Walk } from '../runs/claimRuns.ts'

const MAX_WALLETS = 3
const MAX_FUNCTIONS = 8
const MAX_WAYS = 4
/** Percent of the deposit that goes to wallets, below which it may be a fee, and that comes back once it is paid in again. */
const SENT_PERCENT = 20n
const BACK_PERCENT = 50n
const TRANSFER = '0xa9059cbb'

/**
 * Finds out whether a deposit that no withdrawal pays back is only owed: the wallets that have it pay it into the contract, and then the owner's
 * withdrawals are made. Null where nothing went to wallets, or where the contract pays nothing even so.
 */
export async function walletCustody(
  sources: Pick<ClaimSources, 'chain' | 'simulator'>,
  question: OwnerQuestion,
  { runs, looked }: { runs: Parameters<typeof runWalks>[2]; looked: readonly Exit[] },
  signal: AbortSignal,
): Promise<WalletCustody | null> {
  const { block, account, simulation, losses, watched } = question
  const [payer] = question.payers
  const [loss] = losses
  if (payer === undefined || loss === undefined || losses.length !== 1 || loss.tokenId !== null) return null
  const sums = await walletSums()
  const sent = sums.reduce((all, { amount }) => all + amount, 0n)
  if (sent * 100n < loss.amount * SENT_PERCENT) return null
  const functions = looked.filter(({ payer: { address } }) => address === payer.address).slice(0, MAX_FUNCTIONS)
  const back = sums.map(({ wallet, amount }): Transaction => {
    const from = { from: wallet, gas: 200_000n } as const
    return loss.address === null
      ? { ...from, to: payer.address, value: amount, data: '0x' }
      : { ...from, to: loss.address, value: 0n, data: words(TRANSFER, payer.address, amount) }
  })
  const walks = functions.flatMap(({ calls }): Walk[] => {
    const own = calls.slice(0, MAX_WAYS)
    return [LATER, BETWEEN_STEPS].map((steps) => ({
      blocks: [{ calls: [...back, ...own] }, ...steps.map((seconds) => ({ calls: own, seconds }))],
    }))
  })
  const seen = await runWalks(sources, question, runs, walks, signal)
  const best = bestOf(walks, seen, watched)
  if (best.call === null || !isCovered(best, watched, BACK_PERCENT)) return null
  const made = functions.find(({ calls }) => calls.some((call) => call === best.call))?.made
  if (made === undefined) return null
  return {
    wallets: sums.map(({ wallet }) => wallet),
    sent,
    exit: { contract: payer.address, selector: made.selector, signature: made.signature },
  }

  /** What accounts without code gained of the asset. */
  async function walletSums(): Promise<{ wallet: Address; amount: bigint }[]> {
    const takers = losses.flatMap((one) => one.takers).filter((one) => one !== payer?.address && one !== account)
    const codes = await Promise.all(takers.map((one) => sources.chain.code(block, one, signal)))
    const wallets = takers.filter((_, at) => codes[at] === '0x').slice(0, MAX_WALLETS)
    const moved = simulation.trace === null ? [] : transfersOf(emittedLogs(simulation.trace))
    return wallets.flatMap((wallet) => {
      const amount = loss?.address == null ? coinsOf(wallet) : sumOf(moved, loss.address, wallet)
      return amount > 0n ? [{ wallet, amount }] : []
    })
  }

  function coinsOf(wallet: Address): bigint {
    const balance = simulation.stateDiff[wallet]?.balance
    return balance === undefined ? 0n : balance.after - balance.before
  }
}

function sumOf(moved: ReturnType<typeof transfersOf>, token: Address, wallet: Address): bigint {
  const own = moved.filter((one) => one.token === token && one.tokenId === null)
  return own.reduce((sum, { from, to, amount }) => {
    return sum + (to === wallet ? amount : 0n) - (from === wallet ? amount : 0n)
  }, 0n)
}

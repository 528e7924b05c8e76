import type { Hex } from '@redoubt/risk/address.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import type { OwnerQuestion } from '../callers/privilegedActs.ts'
import { countersIn } from '../calls/claimValues.ts'
import { fundsOf } from '../calls/dustOf.ts'
import type { Best, ClaimSources, claimRuns, Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { type Attempt, callbackAttempts, type Entry, lendersAmong } from './callbackAttempts.ts'
import { callbackCode } from './callbackCode.ts'
import { NO_HOOKS, tokenHooks } from './tokenHooks.ts'

/** What the account has, as a multiple of the deposit: for fees, and its own deposits. */
const FUNDED = 4n
/** Percent of the deposit that an account has to gain. */
const GAINED_PERCENT = 50n

/**
 * Finds calls by which any contract takes what others deposited while it is called back: a loan that a deposit pays back, which is then its
 * own, and a withdrawal that is made again, or whose record is moved, before it is booked. Only functions whose code calls back are tried.
 */
export async function callbackTakes(
  sources: Pick<ClaimSources, 'chain' | 'simulator' | 'bytecode'>,
  { block, account, transaction, simulation, watched, payers, exits, work }: OwnerQuestion,
  { runs, paid }: { runs: ReturnType<typeof claimRuns>; paid: Best },
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const [first] = watched
  const payerOf = ({ to }: Pick<Transaction, 'to'>) => payers.find(({ address }) => address === to)
  const entry = (transaction.calls ?? [transaction]).findLast((one) => payerOf(one) !== undefined)
  const payer = entry && payerOf(entry)
  const isSum = first?.assetType === 'native' || first?.assetType === 'erc20'
  if (first === undefined || !isSum || payer === undefined || entry === undefined || work.isOver()) return []
  const { asset, amount } = first
  const contract = payer.address
  const taker = freshAccount(block.hash, contract, 'called back')
  const friend = freshAccount(block.hash, contract, 'friend of the called back')
  const deposit: Entry = { to: contract, value: entry.value, data: entry.data }
  const lenders = lendersAmong(payers, deposit)
  // A token with a price of its own network's list has no such hooks.
  const { hooked, registrations } =
    asset === null || first.usd !== null
      ? NO_HOOKS
      : await tokenHooks(sources, { block, token: asset, account: taker }, signal)
  const counters = countersIn(simulation.stateDiff, [contract])
  const asked = { account, taker, friend, deposit, asset, amount, paid, exits, counters, hooked }
  const attempts = callbackAttempts(payer.functions, lenders, asked)
  if (attempts.length === 0) return []

  const tokens = asset === null ? [] : [asset]
  const contracts = [...new Set([contract, ...lenders.map(({ lender }) => lender)])]
  const funds = await fundsOf(sources, block, { tokens, amount: amount * FUNDED, contracts, simulation }, taker, signal)
  if (funds.approvals.length < tokens.length) return []
  const gains = await gainsOf(attempts.map((one) => walkOf(one)))
  const found = attempts.filter((_, at) => isGain(gains[at] ?? 0n))
  if (found.length === 0) return []
  // What the same calls bring without the call-back, such as a bonus, is something else.
  const idle = await gainsOf(found.map((one) => unarmed(walkOf(one))))
  return found.flatMap((one, at): ClaimSwitch[] => {
    const without = idle[at] ?? 0n
    const gain = (gains[attempts.indexOf(one)] ?? 0n) - (without > 0n ? without : 0n)
    if (!isGain(gain)) return []
    const { selector, signature } = one.made
    return [
      {
        caller: taker,
        by: 'anyone',
        selector,
        signature,
        callback: nameOf(one.callback.data),
        ...(one.followedBy !== null && { followedBy: nameOf(one.followedBy) }),
        isKey: true,
        anyone: true,
        takes: { asset, amount: gain, receiver: taker },
      },
    ]
  })

  function isGain(sum: bigint): boolean {
    return sum * 100n >= amount * GAINED_PERCENT
  }

  function walkOf({ callback, blocks: [now, ...later] }: Attempt): Walk {
    const balance = asset === null ? amount * FUNDED : 0n
    return {
      overrides: { ...funds.overrides, [taker]: { code: callbackCode([callback]), balance } },
      blocks: [{ calls: [...funds.approvals, ...registrations, ...(now?.calls ?? [])] }, ...later],
    }
  }

  /** The same walk without the call by which the account arms itself. */
  function unarmed({ blocks, ...rest }: Walk): Walk {
    return { ...rest, blocks: blocks.map((one) => ({ ...one, calls: one.calls.filter(({ to }) => to !== taker) })) }
  }

  async function gainsOf(walks: readonly Walk[]): Promise<bigint[]> {
    const sequences = walks.map((one) => runs.sequenceOf(taker, 0n, one))
    const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
    return walks.map((one, at) => gainIn(runs.read(taker, one, outcomes[at] ?? null)))
  }

  /** What both accounts gain of the deposited asset: 0 where they pay for it with another one of the deposit. */
  function gainIn(outcome: WalkOutcome | null): bigint {
    const own = [taker, friend]
    const moves = (outcome?.calls ?? []).flatMap((one) => one.moves)
    const [gain = 0n, ...others] = watched.map((_, at) =>
      moves
        .filter(({ index }) => index === at)
        .reduce(
          (sum, one) => sum + (own.includes(one.to) ? one.amount : 0n) - (own.includes(one.from) ? one.amount : 0n),
          0n,
        ),
    )
    const isPaidFor = others.some(
      (sum, at) => sum < 0n && -sum * 100n >= (watched[at + 1]?.amount ?? 0n) * GAINED_PERCENT,
    )
    return isPaidFor ? 0n : gain
  }

  function nameOf(data: Hex): string {
    const selector = data.slice(0, 10) as Hex
    return payer?.functions.find((one) => one.selector === selector)?.signature ?? selector
  }
}

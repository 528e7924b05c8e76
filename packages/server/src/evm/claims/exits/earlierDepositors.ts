import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ClaimSwitch, LaterExit } from '@redoubt/risk/facts/claim.ts'
import { type OwnerQuestion, runWalks } from '../callers/privilegedActs.ts'
import type { Best, ClaimSources, claimRuns, Walk } from '../runs/claimRuns.ts'
import { pastDeposits } from './pastDeposits.ts'

/** Percent of what the withdrawal pays now from which on a later one pays by a price, and not by what was paid in. */
const RISEN_PERCENT = 110n
/** Percent of the deposit, below which the owner's withdrawal then fails, and that the others get beyond what they paid. */
const OFF_PERCENT = 50n

type Earlier = {
  runs: ReturnType<typeof claimRuns>
  paid: Best
  later: readonly LaterExit[]
  /** Is told of a contract whose payments could not be read. */
  unread(contract: Address): void
}

/**
 * Lets earlier depositors withdraw before the owner, by the owner's own withdrawal. Where they get more than they paid in, and the owner then gets
 * less than half, the contract owes more than it has. Asked only where the withdrawal pays more with time: the price of a curve is no debt.
 */
export async function earlierDepositors(
  sources: Pick<ClaimSources, 'chain' | 'simulator'>,
  question: OwnerQuestion,
  { runs, paid, later, unread }: Earlier,
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const { account, watched, payers, work } = question
  const [first, ...others] = watched
  const { walk, call } = paid
  const contract = payers.find(({ address }) => address === call?.to)
  const now = paid.returned[0] ?? 0n
  const isPriced = later.some(({ returned }) => returned * 100n >= now * RISEN_PERCENT)
  if (first?.assetType !== 'erc20' || first.asset === null || others.length > 0 || work.isOver()) return []
  if (walk === null || call === null || contract === undefined || !isPriced) return []
  const { asset, amount } = first
  const deposits = await pastDeposits(sources, question, { asset, contract: contract.address }, signal)
  if (deposits === null) unread(contract.address)
  if (deposits === null || deposits.length === 0) return []

  const blocks = walk.blocks.map(({ calls, ...rest }, at) => ({
    ...rest,
    calls: [
      ...deposits.flatMap(([other]) =>
        (at === 0 ? walk.blocks.flatMap((one) => one.calls) : calls).map((one) => ({
          ...one,
          from: other,
          data: one.data.replaceAll(account.slice(2), other.slice(2)) as Hex,
        })),
      ),
      ...calls,
    ],
  }))
  const used: Walk = { ...walk, blocks }
  const [seen] = await runWalks(sources, question, runs, [used], signal)
  if (!seen || (seen.returned.at(-1)?.[0] ?? 0n) * 100n >= now * OFF_PERCENT) return []
  const moves = seen.calls.flatMap((one) => one.moves)
  const surplus = deposits.flatMap(([other, put]) => {
    const got = moves.reduce(
      (sum, move) => sum + (move.to === other ? move.amount : 0n) - (move.from === other ? move.amount : 0n),
      0n,
    )
    return got * 100n >= put * RISEN_PERCENT ? [{ other, beyond: got - put }] : []
  })
  const beyond = surplus.reduce((sum, one) => sum + one.beyond, 0n)
  const [one] = surplus
  if (one === undefined || beyond * 100n < amount * OFF_PERCENT) return []
  const selector = call.data.slice(0, 10) as Hex
  return [
    {
      caller: one.other,
      by: surplus.length === 1 ? 'who deposited earlier' : `and ${surplus.length - 1} more who deposited earlier`,
      selector,
      signature: contract.functions.find((made) => made.selector === selector)?.signature ?? null,
      isKey: true,
      takes: { asset, amount: beyond < amount ? beyond : amount, receiver: one.other },
    },
  ]
}

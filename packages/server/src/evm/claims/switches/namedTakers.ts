import type { Address, Hex } from '@redoubt/risk/address.ts'
import { accountsIn } from '@redoubt/risk/derive/accountsIn.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { OwnerQuestion } from '../callers/privilegedActs.ts'
import type { Best, ClaimSources, claimRuns, Walk } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import { takenBy } from './switchQuestion.ts'

const MAX_NAMED = 2
/** Percent of the deposit that the account must get, and of what came back before below which the depositor's withdrawal is off. */
const TAKEN_PERCENT = 90n
const OFF_PERCENT = 50n

/**
 * Finds accounts that the depositor's own call names and that get the deposit by the depositor's withdrawal: the recipient of a stream of pay
 * who ends it and has all that was not paid yet. What a function of their own pays them is the purpose of the call.
 */
export async function namedTakers(
  { chain, simulator }: Pick<ClaimSources, 'chain' | 'simulator'>,
  question: OwnerQuestion,
  { runs, paid }: { runs: ReturnType<typeof claimRuns>; paid: Best },
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const { block, account, watched, payers, losses, simulation, transaction, work } = question
  const { walk, call } = paid
  const [first, ...more] = walk?.blocks ?? []
  if (walk === null || call === null || first === undefined || more.length > 0 || work.isOver()) return []
  const payer = payers.find(({ address }) => address === call.to)
  if (payer === undefined) return []
  const takers = losses.flatMap((loss) => loss.takers)
  const known = new Set<Address | null>([
    account,
    transaction.from,
    payer.address,
    ...takers,
    ...watched.map(({ asset }) => asset),
  ])
  const named = callsOf(simulation.trace)
    .flatMap((data) => accountsIn({ ...transaction, data, calls: [] }))
    .filter((one) => !known.has(one))
  const accounts: Address[] = []
  for (const one of [...new Set(named)].slice(0, MAX_NAMED))
    if ((await chain.code(block, one, signal)) === '0x') accounts.push(one)
  if (accounts.length === 0) return []
  const calls = accounts.map((from) =>
    first.calls.map((one) => ({ ...one, from, data: one.data.replaceAll(account.slice(2), from.slice(2)) as Hex })),
  )
  const walks = calls.map((own): Walk => ({ ...walk, blocks: [{ ...first, calls: [...own, ...first.calls] }] }))
  const replays = await replayWalks(simulator, { ...question, runs, paid }, { walks }, signal)
  const selector = call.data.slice(0, 10) as Hex
  return accounts.flatMap((caller, at): ClaimSwitch[] => {
    const replay = replays[at] ?? null
    if (replay === null) return []
    const isOff = watched.some(
      (_, index) => (replay.read.returned.at(-1)?.[index] ?? 0n) * 100n < (paid.returned[index] ?? 0n) * OFF_PERCENT,
    )
    const own = replay.outcomes.slice(1, 1 + (calls[at]?.length ?? 0))
    const takes = takenBy({ account, watched, takers, contract: payer.address }, own)
    const asset = watched.find((one) => one.asset === takes?.asset)
    if (!isOff || takes === null || asset === undefined || takes.amount * 100n < asset.amount * TAKEN_PERCENT) return []
    const signature = payer.functions.find((made) => made.selector === selector)?.signature ?? null
    return [{ caller, by: 'an account that your call names', selector, signature, isKey: true, takes }]
  })

  /** Call data that the depositor gave the contracts, in a batch too. */
  function callsOf(frame: CallFrame | null): Hex[] {
    if (frame === null) return []
    const isOwn = frame.from === account && payers.some(({ address }) => address === frame.to)
    return [...(isOwn ? [frame.input] : []), ...frame.calls.flatMap(callsOf)]
  }
}

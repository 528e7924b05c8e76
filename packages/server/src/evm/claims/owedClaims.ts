import type { Address } from '@redoubt/risk/address.ts'
import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import type { Claim } from '@redoubt/risk/facts/claim.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { ZERO_ADDRESS } from '../decode/emittedLogs.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { type ClaimQuestion, calledBy, callOf, isRepetition, valuesOf, watchedOf } from './calls/claimValues.ts'
import { exitCalls, exitFunctions } from './calls/exitCalls.ts'
import { readPayer } from './calls/readPayer.ts'
import { LATER } from './exits/exitSchedule.ts'
import { type ClaimSources, claimRuns, type Walk, type WalkOutcome } from './runs/claimRuns.ts'

const MAX_FUNCTIONS = 8
const MAX_WAYS = 6

type Owed = { asset: Address | null; amount: bigint; holders: Address[] }

/**
 * Asks about what the contracts owe for a payment: another asset that a call of the payer brings by itself, at once or later, such as coins
 * that vest or a refund. Returns the questions about it as a deposit of the payer; none where no call brings anything.
 * @throws when state or code cannot be read.
 */
export async function owedQuestions(
  sources: ClaimSources,
  block: PinnedBlock,
  question: ClaimQuestion,
  signal: AbortSignal,
): Promise<{ asked: ClaimQuestion; owed: NonNullable<Claim['owed']> }[]> {
  const { losses, simulation, contracts } = question
  const [paid] = losses
  if (paid === undefined) return []
  const { account } = paid
  const read = await Promise.all(contracts.map((one) => readPayer(sources, block, one, signal, simulation.trace)))
  const payers = read.flatMap((payer) => payer ?? [])
  const values = valuesOf(question, account)
  const walks = payers.flatMap((payer) =>
    exitFunctions(payer.functions)
      .filter((made) => !isRepetition(question, payer, made))
      // A gate may be an entry of the payer's own, such as what is still owed.
      .toSorted((a, b) => Number(a.gated) - Number(b.gated))
      .slice(0, MAX_FUNCTIONS)
      .map((made): Walk => {
        const data = exitCalls(made, { ...values, called: calledBy(question, payer) }).slice(0, MAX_WAYS)
        const calls = data.map((one) => callOf(account, payer.address, one))
        return { blocks: [{ calls }, ...LATER.map((seconds) => ({ calls, seconds }))] }
      }),
  )
  if (walks.length === 0) return []
  const fresh = (name: string) => freshAccount(block.hash, account, name)
  const stand = { reader: fresh('reader'), observer: fresh('observer'), stranger: fresh('stranger') }
  const runs = claimRuns({ simulation, watched: [watchedOf(paid, block)], stand })
  const sequences = walks.map((walk) => runs.sequenceOf(account, 0n, walk))
  const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
  const all = walks.flatMap((walk, at) => owedIn(runs.read(account, walk, outcomes[at] ?? null), walk))
  const [owed] = all.toSorted((a, b) => (a.amount > b.amount ? -1 : 1))
  if (owed === undefined) return []
  const { asset, amount, holders } = owed
  const metadata = asset === null ? null : await tokenMetadata(sources.chain, { block, address: asset }, signal)
  const [symbol, decimals] = [metadata?.symbol ?? null, metadata?.decimals ?? null]
  const loss: Loss = {
    account,
    assetType: asset === null ? 'native' : 'erc20',
    address: asset,
    tokenId: null,
    symbol,
    decimals,
    amount,
    before: null,
    usd: paid.usd,
    how: 'paid',
    takers: [...new Set([...contracts, ...holders])],
    returned: 'nothing',
  }
  return [{ asked: { ...question, losses: [loss], gained: [] }, owed: { symbol, decimals, usd: paid.usd } }]
}

/** What the calls of a walk brought the account, by asset. What it has to pay for is no debt. */
function owedIn(seen: WalkOutcome | null, { blocks }: Walk): Owed[] {
  if (seen === null) return []
  const made = new Set(blocks.flatMap(({ calls }) => calls))
  const calls = seen.calls.filter(({ call, success }) => success && made.has(call))
  if (calls.some(({ gains, moves }) => gains.some(({ amount }) => amount < 0n) || moves.length > 0)) return []
  const assets = [...new Set(calls.flatMap(({ gains }) => gains.map(({ asset }) => asset)))]
  return assets.map((asset): Owed => {
    const own = calls.flatMap(({ gains }) => gains.filter((one) => one.asset === asset))
    const from = calls.flatMap(({ others }) => others.flatMap((one) => (one.token === asset ? [one.from] : [])))
    return {
      asset,
      amount: own.reduce((sum, one) => sum + one.amount, 0n),
      holders: [...new Set(from)].filter((one) => one !== ZERO_ADDRESS),
    }
  })
}

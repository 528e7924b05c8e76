import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { BytecodeSource } from '../bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { stageBundle } from '../simulation/bundle/stageBundle.ts'
import { gainsIn } from '../simulation/gainsIn.ts'
import type { CallOutcome, Sequence, Simulator } from '../simulation/simulator.ts'

const DAY = 86_400n
const GAS = 6_000_000n
const COINS = 10n ** 21n
const END = 400n
/** Days after which the call is made, by way. The first way starts at once. */
const NOW = [0n, 30n, END]
const LATER = [[END], [30n, END]]
/** Ratio from which waiting brings far more, and percent of it that another function must pay. */
const FAR_MORE = 1.5
const SAME_PERCENT = 90
const MAX_FUNCTIONS = 32

type Sources = { chain: ChainSource; simulator: Simulator; bytecode: BytecodeSource }
type Paid = readonly { asset: Address | null; amount: bigint; usd: number }[]
type Sums = { amounts: bigint[]; usd: number }

/**
 * Makes one call of one sender now, after 30 and after 400 days, and beside it only later, on states that differ in nothing else.
 * @param claim.paid what the call pays now: sums are of these assets, at the same price.
 * @returns the sums of the two ways, and a function that pays as much later; null where the first call fails.
 */
export async function delayClaim(
  { chain, simulator, bytecode }: Sources,
  claim: { block: PinnedBlock; transaction: Transaction; principals: readonly Address[]; paid: Paid },
  signal: AbortSignal,
): Promise<{ now: Sums; later: Sums; days: number[]; otherFunction: Hex | null } | null> {
  const { block, transaction, principals, paid } = claim
  const staged = await stageBundle(chain, { block, transaction, signal })
  const { from, to, value, data } = staged.transaction
  const own = staged.stateOverrides[from]
  const held = own?.balance ?? (await chain.balance(block, from, signal))
  const stateOverrides = { ...staged.stateOverrides, [from]: { ...own, balance: held + COINS } }
  const run = (walks: readonly { days: readonly bigint[]; data: Hex }[]) => {
    const sequences = walks.map((walk): Sequence => {
      const call: Transaction = { from, to, value, data: walk.data, gas: GAS }
      return { blocks: blocksOf(walk.days, call), stateOverrides }
    })
    return simulator.simulateSequences({ block, sequences, signal, transfers: true })
  }
  const sumsOf = (calls: readonly CallOutcome[] | null): Sums | null => {
    if (calls === null) return null
    const logs = calls.flatMap((call) => (call.success ? call.logs : []))
    const amounts = paid.map(({ asset }) => gainsIn(logs, asset, principals))
    const usd = paid.reduce((sum, one, at) => sum + (Number(amounts[at] ?? 0n) / Number(one.amount)) * one.usd, 0)
    return { amounts, usd }
  }
  const outcomes = await run([NOW, ...LATER].map((days) => ({ days, data })))
  if (outcomes[0]?.[0]?.success !== true) return null
  const [now, ...ways] = outcomes.map(sumsOf)
  const [best] = ways
    .flatMap((sums, at) => (sums ? [{ sums, days: LATER[at] ?? [] }] : []))
    .toSorted((a, b) => b.sums.usd - a.sums.usd)
  if (!now || best === undefined) return null
  const later = { later: best.sums, days: best.days.map(Number) }
  // A plain call alone has other functions that could stand in its place.
  if (best.sums.usd < now.usd * FAR_MORE || data !== transaction.data || to === null)
    return { now, ...later, otherFunction: null }
  const selectors = (await selectorsOf({ chain, bytecode }, block, to, signal)).filter((one) => !data.startsWith(one))
  const others = await run(
    selectors.map((selector) => ({ days: [END], data: `${selector}${data.slice(10)}` as const })),
  )
  const same = others.findIndex((calls) => ((sumsOf(calls)?.usd ?? 0) * 100) / best.sums.usd >= SAME_PERCENT)
  return { now, ...later, otherFunction: selectors[same] ?? null }
}

/** The first block follows the pinned one at once, as the scanned transaction does. */
function blocksOf(days: readonly bigint[], call: Transaction): Sequence['blocks'] {
  const all = days[0] === 0n ? days : [0n, ...days]
  return all.map((day, at) => ({
    calls: days.includes(day) ? [call] : [],
    ...(at > 0 && { seconds: (day - (all[at - 1] ?? 0n)) * DAY }),
  }))
}

/** Selectors of functions that change something, of the contract or what it delegates to. */
async function selectorsOf(
  { chain, bytecode }: Pick<Sources, 'chain' | 'bytecode'>,
  block: PinnedBlock,
  address: Address,
  signal: AbortSignal,
): Promise<Hex[]> {
  const code = await chain.code(block, address, signal)
  const proxy = await resolveProxy(chain, { block, address, code }, signal)
  const running = proxy?.implementations[0] ?? address
  const runtime = running === address ? code : await chain.code(block, running, signal)
  const functions = (await bytecode.analyse({ address: running, code: runtime, abi: null }, signal))?.functions ?? []
  return functions
    .filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
    .map(({ selector }) => selector)
    .slice(0, MAX_FUNCTIONS)
}

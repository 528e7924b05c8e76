import type { Address, Hex } from '@redoubt/risk/address.ts'
import { creditOf } from '@redoubt/risk/derive/creditOf.ts'
import type { Loss, Movement } from '@redoubt/risk/derive/shapes.ts'
import type { Simulation } from '@redoubt/risk/execution.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Claim } from '@redoubt/risk/facts/claim.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import { SimulationUnavailable } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/pockets.ts'
import { words } from '../trade/trader.ts'
import { type Best, type ClaimSources, claimRuns, type Walk, type WalkOutcome, type Watched } from './claimRuns.ts'
import { type ExitValues, exitCalls, exitFunctions, idsAmong, idsOf, isExitName, isStarterName } from './exitCalls.ts'
import { type Payer, readPayer } from './readPayer.ts'
import { withdrawalSwitches } from './withdrawalSwitches.ts'

export type ClaimQuestion = {
  transaction: Transaction
  simulation: Simulation
  /** Assets of one account that leave without a return. */
  losses: readonly Loss[]
  gained: readonly Movement[]
  /** Contracts that may pay back: takers, callees, issuers of receipts. */
  contracts: readonly Address[]
  /** Milliseconds after which nothing new is run. */
  maxMs: number
}

/** A function, as the owner calls it. */
type Exit = { payer: Payer; made: ContractFunction; calls: Transaction[] }

const GAS = 900_000n
const MAX_UINT = 2n ** 256n - 1n
const MAX_EXITS = 14
const MAX_STARTERS = 3
/** Exits that an unrelated account tries. */
const MAX_OPEN = 8
/** Sequences in one message, so that the first exits that pay end the search. */
const CHUNK = 5
const HOUR = 3_600n
const DAY = 86_400n
/** Seconds of the later blocks, each since the block before: an hour, 1, 8, 30 and 400 days in all. */
const LATER = [HOUR, DAY - HOUR, 7n * DAY, 22n * DAY, 370n * DAY]
const SINCE = [0n, HOUR, DAY, 8n * DAY, 30n * DAY, 400n * DAY]
/** Percent of what left that ends the search. */
const ENOUGH_PERCENT = 95n

/**
 * Executes withdrawals as the owner on the state after a transaction, and says for each asset the most that came back.
 * @throws when state or code cannot be read.
 */
export async function gatherClaims(
  sources: ClaimSources,
  block: PinnedBlock,
  question: ClaimQuestion,
  signal: AbortSignal,
): Promise<Claim[]> {
  const { transaction, simulation, losses, gained } = question
  const [first] = losses
  if (first === undefined) return []
  const { account } = first
  const until = performance.now() + question.maxMs
  const fresh = (name: string) => freshAccount(block.hash, account, name)
  const stand = { reader: fresh('reader'), observer: fresh('observer'), stranger: fresh('stranger') }
  const [payers, balance] = await Promise.all([
    Promise.all(question.contracts.map((address) => readPayer(sources, block, address, signal))),
    sources.chain.balance(block, account, signal),
  ])
  const held = simulation.stateDiff[account]?.balance?.after ?? balance
  const watched = losses.map((loss): Watched => watchedOf(loss, block))
  const runs = claimRuns({ simulation, watched, stand })
  let complete = true
  let unreadable = payers.some((payer) => payer?.unreadable === true)
  if (unreadable) complete = false

  const walkAll = async (walks: readonly Walk[]): Promise<(WalkOutcome | null)[]> => {
    const seen: (WalkOutcome | null)[] = []
    for (let at = 0; at < walks.length; at += CHUNK) {
      const chunk = walks.slice(at, at + CHUNK)
      if (performance.now() > until) {
        complete = false
        break
      }
      const sequences = chunk.map((walk) => runs.sequenceOf(account, held, walk))
      try {
        const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
        seen.push(...chunk.map((walk, index) => runs.read(account, walk, outcomes[index] ?? null)))
      } catch (error) {
        if (!(error instanceof SimulationUnavailable)) throw error
        complete = false
        if (error.reason !== 'state') break
        unreadable = true
        seen.push(...chunk.map(() => null))
      }
      if (seen.some((one) => one !== null && isEnough(one, watched))) break
    }
    return walks.map((_, index) => seen[index] ?? null)
  }

  const values = valuesOf(question, account)
  const receipts = gained.filter(({ account: own, address }) => own === account && address !== null)
  const approvals = question.contracts.flatMap((contract) => approvalsFor(receipts, { account, contract }))
  const exits = payers
    .flatMap((payer) => exitFunctions(payer?.functions ?? []).map((made) => ({ payer: payer as Payer, made })))
    .filter(({ payer, made }) => !isRepetition(question, payer, made))
    .toSorted((a, b) => Number(isExitName(b.made.signature)) - Number(isExitName(a.made.signature)))
    .map(({ payer, made }): Exit => {
      const data = exitCalls(made, { ...values, called: calledBy(question, payer) })
      return { payer, made, calls: data.map((one) => callOf(account, payer.address, one)) }
    })
    .filter(({ calls }) => calls.length > 0)
  const looked = exits.slice(0, MAX_EXITS)
  if (exits.slice(MAX_EXITS).some(({ made }) => isExitName(made.signature))) complete = false
  const later = (calls: readonly Transaction[]) => LATER.map((seconds) => ({ calls, seconds }))
  const single = looked.map(({ calls }): Walk => ({ blocks: [{ calls: [...approvals, ...calls] }, ...later(calls)] }))
  let best = bestOf(await walkAll(single), watched)

  if (!isCovered(best, watched)) {
    // A request now, and the payment later.
    const firsts = await startersOf(looked)
    const pairs = firsts.map(({ call, words: logged }): Walk => {
      // What the request returned or logged is often what the payment asks for.
      const ids = idsAmong(logged.map(BigInt))
      const own = looked
        .flatMap(({ payer, made }) =>
          exitCalls(made, { ...values, ids, called: null }).map((data) => ({ payer, data })),
        )
        .filter(({ data }) => ids.some((id) => data.includes(id.toString(16).padStart(64, '0'))))
        .map(({ payer, data }) => callOf(account, payer.address, data))
      // The same request again would begin its delay anew.
      const others = [...own.slice(0, 6), ...looked.flatMap(({ calls }) => calls.slice(0, 6))].filter(
        (one) => one.data.slice(0, 10) !== call.data.slice(0, 10),
      )
      return { blocks: [{ calls: [...approvals, call] }, ...later(others)] }
    })
    best = better(best, bestOf(await walkAll(pairs), watched))
  }
  let whenOutbid = false
  if (
    !isCovered(best, watched) &&
    transaction.value > 0n &&
    transaction.to !== null &&
    transaction.calls === undefined
  ) {
    const { to, value, data } = transaction
    const bidOf = (offered: bigint): Transaction => ({
      from: stand.stranger,
      to,
      value: offered,
      data,
      gas: 2_000_000n,
    })
    const exitsAfter = looked.flatMap(({ calls }) => calls.slice(0, 6))
    const outbid = bestOf(await walkAll([{ blocks: [{ calls: [bidOf(value * 2n), ...exitsAfter] }] }]), watched)
    // An auction refuses a bid that is no higher. Where any deposit is welcome, the next one pays for this one.
    if (isCovered(outbid, watched) && (await isRefused(bidOf(value)))) {
      whenOutbid = true
      best = outbid
    }
  }

  const paid = best.call === null || whenOutbid ? null : best
  const [openToOthers, switches] =
    paid === null
      ? [false, []]
      : await Promise.all([
          isOpenToOthers(paid),
          withdrawalSwitches(
            sources,
            { block, account, held, runs, watched, paid, approvals, contract: paid.call?.to ?? account, until },
            signal,
          ).catch((error: unknown) => {
            signal.throwIfAborted()
            if (!(error instanceof SimulationUnavailable)) throw error
            complete = false
            return []
          }),
        ])
  const offered = [
    ...new Set(
      exits.flatMap(({ made }) => (made.signature !== null && isExitName(made.signature) ? [made.signature] : [])),
    ),
  ]
  const exit = exitOf(best.call, looked)
  return losses.map((loss, index): Claim => {
    const returned = best.returned[index] ?? 0n
    return {
      account,
      beneficiary: null,
      asset: loss.address,
      tokenId: loss.tokenId,
      amount: loss.amount,
      takers: loss.takers,
      returned: returned > 0n ? returned : 0n,
      exit: returned > 0n ? exit : null,
      after: returned > 0n ? Number(SINCE[best.block] ?? 0n) : 0,
      whenOutbid,
      openToOthers,
      offered: offered.slice(0, 8),
      switches: returned > 0n ? switches : [],
      complete,
      ...(unreadable && { unreadable: true as const }),
    }
  })

  async function isRefused(call: Transaction): Promise<boolean> {
    const [seen] = await walkAll([{ blocks: [{ calls: [call] }] }])
    return seen?.calls[0]?.success === false
  }

  async function startersOf(from: readonly Exit[]): Promise<{ call: Transaction; words: Hex[] }[]> {
    const probes = from.map(({ calls }): Walk => ({ blocks: [{ calls: [...approvals, ...calls] }] }))
    const seen = await walkAll(probes)
    return from
      .flatMap(({ calls, made }, index) => {
        const step = seen[index]?.calls.find((one) => one.success && calls.includes(one.call))
        return step === undefined || (made.signature !== null && !isStarterName(made.signature)) ? [] : [step]
      })
      .slice(0, MAX_STARTERS)
  }

  /** Every withdrawal by an unrelated account, which takes the owner's place as caller, and in no argument, in one or in all. */
  async function isOpenToOthers({ walk }: Best): Promise<boolean> {
    if (walk === null) return false
    const other = stand.stranger
    const own = account.slice(2)
    const swaps: ((data: Hex) => Hex)[] = [
      (data) => data,
      (data) => data.replaceAll(own, other.slice(2)) as Hex,
      (data) => data.replace(own, other.slice(2)) as Hex,
      (data) => {
        const at = data.lastIndexOf(own)
        return at < 0 ? data : (`${data.slice(0, at)}${other.slice(2)}${data.slice(at + own.length)}` as Hex)
      },
    ]
    const byOther = (calls: readonly Transaction[], swap: (data: Hex) => Hex) =>
      calls.map(({ to, data }) => callOf(other, to ?? other, swap(data)))
    // Each way alone: one that pays the owner leaves nothing for the next.
    const walks = swaps.flatMap((swap): Walk[] => [
      { blocks: walk.blocks.map(({ calls, ...rest }) => ({ ...rest, calls: byOther(calls, swap) })) },
      ...looked.slice(0, MAX_OPEN).map(({ calls }) => ({ blocks: [{ calls: byOther(calls.slice(0, 4), swap) }] })),
    ])
    const sequences = walks.map((one) => runs.sequenceOf(other, 0n, one))
    const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
    return walks.some((one, index) => {
      const seen = runs.read(other, one, outcomes[index] ?? null)
      return seen !== null && isEnough(seen, watched, 50n)
    })
  }
}

const NOTHING: Best = { returned: [], block: 0, call: null, walk: null }

function bestOf(seen: readonly (WalkOutcome | null)[], watched: readonly Watched[]): Best {
  let best = NOTHING
  for (const one of seen) {
    if (one === null) continue
    for (const [block, returned] of one.returned.entries()) {
      if (!isMore(returned, best.returned, watched)) continue
      const paying = one.calls.filter((call) => call.pays && call.block <= block)
      const call = paying.at(-1)?.call ?? null
      // Only what was needed: refused calls change nothing.
      const kept = one.calls.filter((step) => step.success && step.block <= block)
      const blocks = Array.from({ length: block + 1 }, (_, at) => ({
        calls: kept.filter((step) => step.block === at).map((step) => step.call),
        ...(at > 0 && { seconds: LATER[at - 1] as bigint }),
      }))
      best = { returned, block, call, walk: { blocks } }
    }
  }
  return best
}

function better(a: Best, b: Best): Best {
  const total = (one: Best) => one.returned.reduce((sum, each) => sum + each, 0n)
  return total(b) > total(a) ? b : a
}

/** By the shares of what left, so that assets of different decimals count the same. */
function isMore(a: readonly bigint[], b: readonly bigint[], watched: readonly Watched[]): boolean {
  const share = (sums: readonly bigint[]) =>
    watched.reduce((sum, { amount }, at) => sum + ((sums[at] ?? 0n) * 10_000n) / (amount > 0n ? amount : 1n), 0n)
  return share(a) > share(b)
}

function isCovered(
  { returned }: Pick<Best, 'returned'>,
  watched: readonly Watched[],
  percent = ENOUGH_PERCENT,
): boolean {
  return watched.every(({ amount }, at) => (returned[at] ?? 0n) * 100n >= amount * percent)
}

function isEnough({ returned }: WalkOutcome, watched: readonly Watched[], percent = ENOUGH_PERCENT): boolean {
  return returned.some((sums) => isCovered({ returned: sums }, watched, percent))
}

function exitOf(call: Transaction | null, exits: readonly Exit[]): Claim['exit'] {
  if (call === null || call.to === null) return null
  const selector = call.data.slice(0, 10) as Hex
  const made = exits.find((one) => one.payer.address === call.to && one.made.selector === selector)?.made
  return { contract: call.to, selector, signature: made?.signature ?? null }
}

function valuesOf({ simulation, losses, gained, contracts }: ClaimQuestion, account: Address): ExitValues {
  const tokens = losses.flatMap(({ address }) => address ?? [])
  const items = [...losses, ...gained].flatMap(({ tokenId }) => tokenId ?? [])
  const shares = gained.filter((one) => one.account === account && contracts.includes(one.address ?? account))
  const credits = losses.map((loss) => creditOf(simulation.stateDiff, { ...loss, takers: [...contracts] }))
  const amounts = [
    ...shares.filter(({ tokenId }) => tokenId === null).map(({ amount }) => amount),
    ...losses.filter(({ tokenId }) => tokenId === null).map(({ amount }) => amount),
    ...credits.filter((credit) => credit > 0n),
    MAX_UINT,
  ]
  return {
    account,
    contracts: [...tokens, ...contracts],
    amounts: [...new Set(amounts)],
    ids: [...new Set([...items, ...idsOf(simulation.trace, contracts)])],
    called: null,
  }
}

/** The call of the account to the contract, with the types of its arguments. */
function calledBy({ transaction }: ClaimQuestion, { address, functions }: Payer): ExitValues['called'] {
  const call = [transaction, ...(transaction.calls ?? [])].find(({ to }) => to === address)
  if (call === undefined) return null
  const made = functions.find(({ selector }) => call.data.startsWith(selector))
  if (made === undefined) return null
  const { signature, arguments: recovered } = made
  const types = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  return { types, data: call.data }
}

/** The deposit again, which may begin a lock anew. */
function isRepetition({ transaction }: ClaimQuestion, { address }: Payer, { selector }: ContractFunction): boolean {
  return [transaction, ...(transaction.calls ?? [])].some(({ to, data }) => to === address && data.startsWith(selector))
}

/** Receipts that another contract redeems must be approved to it. */
function approvalsFor(
  receipts: readonly Movement[],
  { account, contract }: { account: Address; contract: Address },
): Transaction[] {
  return receipts
    .filter(({ address }) => address !== contract)
    .slice(0, 2)
    .map(({ address, tokenId }) =>
      callOf(
        account,
        address as Address,
        tokenId === null ? words('0x095ea7b3', contract, MAX_UINT) : words('0xa22cb465', contract, true),
      ),
    )
}

function callOf(from: Address, to: Address, data: Hex): Transaction {
  return { from, to, value: 0n, data, gas: GAS }
}

function watchedOf({ address, assetType, tokenId, amount }: Loss, { chain }: PinnedBlock): Watched {
  const wrapped = (NETWORKS[chain].quoteTokens[0]?.address.toLowerCase() ?? null) as Address | null
  const same = address === null ? (wrapped === null ? [] : [wrapped]) : address === wrapped ? [null] : []
  return { asset: address, assetType, tokenId, amount, same }
}

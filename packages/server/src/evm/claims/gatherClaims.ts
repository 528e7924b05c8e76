import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Claim } from '@redoubt/risk/facts/claim.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { SimulationUnavailable } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/pockets.ts'
import { aimedSwitches } from './aimedSwitches.ts'
import { bestOf, better, isCovered, isEnough } from './bestWalk.ts'
import { type Best, type ClaimSources, claimRuns, type Walk, type WalkOutcome, type Watched } from './claimRuns.ts'
import { approvalsFor, type ClaimQuestion, calledBy, callOf, isRepetition, valuesOf, watchedOf } from './claimValues.ts'
import { exitCalls, exitFunctions, idsAmong, isExitName, isStarterName } from './exitCalls.ts'
import { exitEnd } from './exitEnd.ts'
import { BETWEEN_STEPS, LATER, secondsOf, TRIED } from './exitSchedule.ts'
import { lockedFunctions } from './lockedFunctions.ts'
import { isOpenToOthers } from './openToOthers.ts'
import { ownerOutcomes } from './ownerOutcomes.ts'
import type { OwnerQuestion } from './privilegedActs.ts'
import { type Payer, readPayer } from './readPayer.ts'
import { withdrawalSwitches } from './withdrawalSwitches.ts'

/** A function, as the owner calls it. */
type Exit = { payer: Payer; made: ContractFunction; calls: Transaction[] }

const NO_END = { closesAfter: null, closesWithUse: false, later: [] } as const
const NO_OUTCOMES = { takes: [], release: null } as const
const MAX_EXITS = 14
const MAX_STARTERS = 3
/** Calls of each function, and calls after a request, at further times. */
const BETWEEN_WAYS = 4
const MAX_BETWEEN_CALLS = 24
/** USD, and percent of a holding, below which what a privileged account can do with it is not asked. */
const MIN_USD = 100
const MIN_PERCENT = 10n
/** Sequences in one message, so that the first exits that pay end the search. */
const CHUNK = 5
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
  let best = await bestWalkOf(single)
  // Windows and locks of other lengths.
  const between = (calls: readonly Transaction[]) => BETWEEN_STEPS.map((seconds) => ({ calls, seconds }))
  if (!isCovered(best, watched))
    best = better(
      best,
      await bestWalkOf(
        looked.map(({ calls }) => {
          const few = calls.slice(0, BETWEEN_WAYS)
          return { blocks: [{ calls: approvals }, ...between(few)] }
        }),
      ),
    )

  const firsts = isCovered(best, watched) ? [] : await startersOf(looked)
  if (!isCovered(best, watched)) {
    // A request now, and the payment later.
    const pairs = firsts.flatMap(({ call, words: logged }): Walk[] => {
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
      const first = { calls: [...approvals, call] }
      return [
        { blocks: [first, ...later(others)] },
        { blocks: [first, ...between(others.slice(0, MAX_BETWEEN_CALLS))] },
      ]
    })
    best = better(best, await bestWalkOf(pairs))
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
    const outbid = await bestWalkOf([{ blocks: [{ calls: [bidOf(value * 2n), ...exitsAfter] }] }])
    // An auction refuses a bid that is no higher. Where any deposit is welcome, the next one pays for this one.
    if (isCovered(outbid, watched) && (await isRefused(bidOf(value)))) {
      whenOutbid = true
      best = outbid
    }
  }

  const paid = best.call === null || whenOutbid ? null : best
  const owned: OwnerQuestion = {
    block,
    account,
    held,
    transaction,
    simulation,
    losses,
    watched,
    stand,
    payers: payers.flatMap((payer) => payer ?? []),
    values,
    exits: looked.flatMap(({ calls }) => calls.slice(0, 6)),
    starters: firsts.map(({ call }) => call),
    until,
  }
  const contracts = question.contracts
  const skipped =
    <Value>(instead: Value) =>
    (error: unknown): Value => {
      signal.throwIfAborted()
      if (!(error instanceof SimulationUnavailable)) throw error
      complete = false
      return instead
    }
  const isOpen = losses.some((loss) => loss.returned === 'nothing')
  const locked =
    paid === null && !isOpen
      ? []
      : lockedFunctions(
          sources.simulator,
          {
            block,
            transaction,
            simulation,
            payers: owned.payers,
            known: paid === null ? [] : [paid.call?.data.slice(0, 10) as Hex],
            payingOnly: paid === null,
          },
          signal,
        ).catch(skipped([]))
  const [openToOthers, switches, aimed, end] =
    paid === null
      ? [false, [], [], NO_END]
      : await Promise.all([
          isOpenToOthers(
            sources.simulator,
            { block, account, other: stand.stranger, runs, watched, paid, exits: looked.map(({ calls }) => calls) },
            signal,
          ),
          withdrawalSwitches(
            sources,
            {
              block,
              account,
              held,
              runs,
              watched,
              takers: [...new Set(losses.flatMap((loss) => loss.takers))],
              simulation,
              paid,
              contract: paid.call?.to ?? account,
              until,
            },
            signal,
          ).catch(skipped([])),
          aimedSwitches(sources, owned, { runs, paid }, signal).catch(skipped([])),
          exitEnd(
            sources,
            { block, account, held, runs, watched, losses, paid, transaction, simulation, contracts, fresh },
            signal,
          ).catch(skipped(NO_END)),
        ])
  const isLarge = losses.some(
    ({ usd, before, amount }) =>
      usd === null || usd >= MIN_USD || before === null || amount * 100n >= before * MIN_PERCENT,
  )
  const { takes, release } =
    isCovered(best, watched, 50n) || !complete || !isLarge
      ? NO_OUTCOMES
      : await ownerOutcomes(sources, owned, signal).catch((error) => {
          signal.throwIfAborted()
          if (!(error instanceof SimulationUnavailable)) throw error
          return NO_OUTCOMES
        })
  const offered = [
    ...new Set(
      // A function for the owner of the contract alone offers the depositor nothing.
      exits.flatMap(({ made }) =>
        made.signature !== null && isExitName(made.signature) && !made.gated ? [made.signature] : [],
      ),
    ),
  ]
  const exit = exitOf(best.call, looked)
  const lockedNames = await locked
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
      after: returned > 0n ? Number(secondsOf(best.walk?.blocks ?? [])) : 0,
      whenOutbid,
      openToOthers,
      offered: offered.slice(0, 8),
      switches: returned > 0n ? [...switches, ...aimed] : [],
      closesAfter: returned > 0n ? end.closesAfter : null,
      closesWithUse: returned > 0n && end.closesWithUse,
      later: returned > 0n && index === 0 ? [...end.later] : [],
      triedAfter: TRIED,
      takes: [...takes],
      release,
      locked: lockedNames,
      complete,
      ...(unreadable && { unreadable: true as const }),
    }
  })

  async function bestWalkOf(walks: readonly Walk[]): Promise<Best> {
    return bestOf(walks, await walkAll(walks), watched)
  }

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
}

function exitOf(call: Transaction | null, exits: readonly Exit[]): Claim['exit'] {
  if (call === null || call.to === null) return null
  const selector = call.data.slice(0, 10) as Hex
  const made = exits.find((one) => one.payer.address === call.to && one.made.selector === selector)?.made
  return { contract: call.to, selector, signature: made?.signature ?? null }
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import { accountsIn } from '@redoubt/risk/derive/accountsIn.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Claim, ClaimSwitch, ClaimTake } from '@redoubt/risk/facts/claim.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { shortAddress } from '@redoubt/risk/wording/accountNames.ts'
import { chainAfter } from '../rights/chainAfter.ts'
import { countWork, createWorkLimit } from '../simulation/countWork.ts'
import { recordAccepted } from '../simulation/recordAccepted.ts'
import { SimulationUnavailable } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { gatherPersonalAccount } from '../walletContract/gatherPersonalAccount.ts'
import { type AllowanceTakes, allowanceTakes } from './allowances/allowanceTakes.ts'
import { callbackTakes } from './callbacks/callbackTakes.ts'
import { createCallerLookup } from './callers/callerLookup.ts'
import { priceSetters } from './callers/priceSetters.ts'
import type { OwnerQuestion } from './callers/privilegedActs.ts'
import { type ClaimQuestion, indicesIn, valuesOf, watchedOf } from './calls/claimValues.ts'
import { dustOf } from './calls/dustOf.ts'
import { isExitName } from './calls/exitCalls.ts'
import { type Payer, readPayer } from './calls/readPayer.ts'
import { earlierDepositors } from './exits/earlierDepositors.ts'
import { exitEnd } from './exits/exitEnd.ts'
import { secondsOf, TRIED } from './exits/exitSchedule.ts'
import type { LockEnd } from './exits/lockEnds.ts'
import { isOpenToOthers } from './exits/openToOthers.ts'
import { type Exit, searchExits } from './exits/searchExits.ts'
import { isFixedPrice } from './orders/fixedPrice.ts'
import { ownerOutcomes } from './outcomes/ownerOutcomes.ts'
import { walletCustody } from './outcomes/walletCustody.ts'
import { executedPayouts, NOTHING_MADE } from './payouts/executedPayouts.ts'
import { type LockedFunctions, lockedFunctions } from './payouts/lockedFunctions.ts'
import { payoutPaths } from './payouts/payoutPaths.ts'
import { payoutsToOthers } from './payouts/payoutsToOthers.ts'
import { signedPayouts } from './payouts/signedPayouts.ts'
import { unseenPayments } from './payouts/unseenPayments.ts'
import { isCovered } from './runs/bestWalk.ts'
import { type Best, type ClaimSources, claimRuns, type Watched } from './runs/claimRuns.ts'
import { otherAssets, returnedWith } from './runs/otherAssets.ts'
import { aimedSwitches } from './switches/aimedSwitches.ts'
import { type LaterCodeFindings, laterCodeSwitches } from './switches/laterCodeSwitches.ts'
import { lockedExitSwitches } from './switches/lockedExitSwitches.ts'
import { switchesOn, withoutOrders } from './switches/switchesOn.ts'
import type { SwitchQuestion } from './switches/switchQuestion.ts'
import { withdrawalSwitches } from './switches/withdrawalSwitches.ts'

const NO_END = { closesAfter: null, closesWithUse: false, later: [] } as const
const NO_LATER_CODE: LaterCodeFindings = { switches: [], closesAfter: null }
const UNLOCKED = { byOthers: [], bySignature: false, bySender: false }
const NO_ALLOWANCES: AllowanceTakes = { switches: [], unread: [] }
const NO_OUTCOMES = { takes: [], release: null } as const
/** USD, and percent of a holding, below which what a privileged account can do with it is not asked. */
const MIN_USD = 100
const MIN_PERCENT = 10n
/** Contracts whose functions that pay are counted. */
const MAX_COUNTED = 2
/** Executed calls, reads of balances included. */
const MAX_CALLS = 20_000
/**
 * Executes withdrawals as the owner on the state after a transaction, and says for each asset the most that came back.
 * @throws when state or code cannot be read.
 */
export async function gatherClaims(
  given: ClaimSources,
  block: PinnedBlock,
  question: ClaimQuestion,
  signal: AbortSignal,
): Promise<Claim[]> {
  const { transaction, simulation, losses } = question
  const [first] = losses
  if (first === undefined) return []
  const { account } = first
  const work = createWorkLimit(MAX_CALLS)
  const isCreated = question.contracts.some((contract) => simulation.stateDiff[contract]?.code !== undefined)
  const chain = isCreated ? chainAfter(given.chain, simulation.stateDiff) : given.chain
  const accepted = new Map<Address, Set<Hex>>()
  const record = (to: Address, selector: Hex) => accepted.set(to, (accepted.get(to) ?? new Set()).add(selector))
  const sources = { ...given, chain, simulator: recordAccepted(countWork(given.simulator, work.add), record) }
  const fresh = (name: string) => freshAccount(block.hash, account, name)
  const stand = { reader: fresh('reader'), observer: fresh('observer'), stranger: fresh('stranger') }
  const [payers, balance] = await Promise.all([
    Promise.all(question.contracts.map((address) => readPayer(sources, block, address, signal, simulation.trace))),
    sources.chain.balance(block, account, signal),
  ])
  const held = simulation.stateDiff[account]?.balance?.after ?? balance
  const watched = losses.map((loss): Watched => watchedOf(loss, block))
  const runs = claimRuns({ simulation, watched, stand })
  const values = valuesOf(question, account)
  const known = await withoutWallets(payers.flatMap((payer) => payer ?? []))
  const searched = { account, held, payers: known, values, watched, runs, stand, work }
  const search = await searchExits(sources, block, question, searched, signal)
  const { best, replacement, whenOutbid, exits, looked } = search
  const unreadable = search.unreadable || known.some((payer) => payer.unreadable === true)
  const unlisted = known.some((payer) => payer.unlisted === true)
  const unread = new Set<string>()
  let complete = search.complete && !unreadable && !unlisted

  const isLarge = losses.some(
    ({ usd, before, amount }) =>
      usd === null || usd >= MIN_USD || before === null || amount * 100n >= before * MIN_PERCENT,
  )
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
    payers: known,
    values,
    exits: looked.flatMap(({ calls }) => calls.slice(0, 6)),
    starters: search.starters,
    whenOutbid,
    callersOf: createCallerLookup(),
    work,
  }
  const contracts = question.contracts
  const takers = [...new Set(losses.flatMap((loss) => loss.takers))]
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
      ? UNLOCKED
      : lockedFunctions(
          sources.simulator,
          {
            block,
            transaction,
            simulation,
            payers: known,
            known: (paid?.walk?.blocks ?? []).flatMap(({ calls }) => calls.map(({ data }) => data.slice(0, 10) as Hex)),
            payingOnly: paid === null,
          },
          signal,
        )
          .then((found) => (paid === null && isLarge && !found.bySignature ? withPast(found) : found))
          .catch(skipped(UNLOCKED))
  unattended(locked)
  const asked = (now: Best): SwitchQuestion => ({
    block,
    account,
    held,
    runs,
    watched,
    takers,
    simulation,
    paid: now,
    contract: now.call?.to ?? account,
    ids: [...new Set([...indicesIn(transaction), ...values.ids])],
    named: accountsIn(transaction),
    exits: owned.exits,
    isLarge,
    callersOf: owned.callersOf,
    work,
  })
  const [openToOthers, switches, ofLaterCode, aimed, called, later, end] =
    paid === null
      ? [false, [], NO_LATER_CODE, [], [], [], NO_END]
      : await Promise.all([
          openTo(stand.stranger, paid),
          withdrawalSwitches(sources, asked(paid), signal).catch(skipped([])),
          laterCodeSwitches(sources, asked(paid), { asked: question, owned }, signal).catch(skipped(NO_LATER_CODE)),
          aimedSwitches(sources, owned, { runs, paid }, signal).catch(skipped([])),
          isLarge ? callbackTakes(sources, owned, { runs, paid }, signal).catch(skipped([])) : [],
          lockedExitSwitches(sources, owned, { runs, paid }, signal).catch(skipped([])),
          exitEnd(
            sources,
            { block, account, held, runs, watched, losses, paid, transaction, simulation, contracts, fresh },
            signal,
          ).catch(skipped(NO_END)),
        ])
  const earlier =
    isLarge && paid !== null
      ? await earlierDepositors(
          sources,
          owned,
          { runs, paid, later: end.later, unread: (one) => unread.add(`payments to ${shortAddress(one)}`) },
          signal,
        ).catch(skipped([]))
      : []
  const paths = isLarge
    ? await payoutPaths(
        sources.chain,
        {
          block,
          payers: known,
          simulation,
          ids: [...values.ids, ...indicesIn(transaction)],
          holders: takers,
          watched,
        },
        signal,
      ).catch(skipped([]))
    : []
  const payouts = payoutsToOthers(
    sources.chain,
    paths,
    { block, account, watched, stranger: stand.stranger, ownCalls: paid === null },
    signal,
  ).catch(skipped([]))
  unattended(payouts)
  const phased = ofLaterCode.switches.filter(({ selector, caller, takes }) =>
    switches.every(
      (one) => one.selector !== selector || one.caller !== caller || (takes !== null && one.takes === null),
    ),
  )
  const isTaken = [...switches, ...aimed, ...called].some((one) => one.takes !== null && one.comesBack !== true)
  const { switches: made, cut } =
    paid === null || isTaken
      ? NOTHING_MADE
      : await executedPayouts(sources, { owned, paths, runs, paid, takers }, signal).catch(skipped(NOTHING_MADE))
  const allowances = isLarge
    ? allowanceTakes(sources, owned, { runs, paid, takers }, signal).catch(skipped(NO_ALLOWANCES))
    : NO_ALLOWANCES
  unattended(allowances)
  const prices = isLarge && paid !== null ? priceSetters(sources, owned, signal).catch(skipped([])) : []
  unattended(prices)
  const { takes: executed, release } =
    (isCovered(best, watched, 50n) && !whenOutbid) || !complete || !isLarge
      ? NO_OUTCOMES
      : await ownerOutcomes(sources, owned, signal).catch((error) => {
          signal.throwIfAborted()
          if (!(error instanceof SimulationUnavailable)) throw error
          return NO_OUTCOMES
        })
  const custody =
    isCovered(best, watched, 50n) || whenOutbid || !complete || !isLarge
      ? null
      : await walletCustody(sources, owned, { runs, looked }, signal).catch(skipped(null))
  const lifted = (await payouts).filter(
    ({ selector }) => ![...switches, ...aimed, ...made, ...executed].some((one) => one.selector === selector),
  )
  const { switches: allowed, unread: unreadAllowances } = await allowances
  for (const one of unreadAllowances) unread.add(`allowances that ${shortAddress(one)} gave`)
  const takes = [...executed, ...(paid === null ? [...lifted, ...allowed].map(takeOf) : [])]
  const offered = [
    ...new Set(
      // A function for the owner of the contract alone offers the depositor nothing.
      exits.flatMap(({ made }) =>
        made.signature !== null && isExitName(made.signature) && !made.gated ? [made.signature] : [],
      ),
    ),
  ]
  const exit = exitOf(best.call, looked)
  const setters = await prices
  const { byOthers, bySignature, bySender } = await locked
  /** Signatures in calls of the past show what no call of ours could be written for. */
  async function withPast(found: LockedFunctions): Promise<LockedFunctions> {
    const assets = losses.map(({ address }) => address)
    const signed = await signedPayouts(sources, { block, simulation, payers: known, assets }, signal)
    for (const one of signed.unread) unread.add(`past payments by ${shortAddress(one)}`)
    return { ...found, byOthers: [...found.byOthers, ...signed.named], bySignature: signed.named.length > 0 }
  }

  /** What a person's own wallet got was paid to that person: nothing there is for the payer to withdraw. */
  async function withoutWallets(all: readonly Payer[]): Promise<Payer[]> {
    const wallets = await Promise.all(
      all.map((payer) => gatherPersonalAccount(sources, { block, ...payer }, signal).catch(noWallet)),
    )
    return all.filter((_, at) => wallets[at] === null)
  }

  function noWallet(): null {
    signal.throwIfAborted()
    return null
  }

  async function openTo(other: Address, best: Best): Promise<boolean> {
    const dust = await dustOf(sources, block, question, other, signal)
    const asked = { block, account, other, runs, watched, paid: best, dust, exits: looked.map(({ calls }) => calls) }
    return isOpenToOthers(sources.simulator, asked, signal)
  }

  /** USD of what the withdrawal pays in assets that did not leave. */
  async function worthOfOthers({ walk, returned }: Best): Promise<number> {
    if (walk === null || isCovered({ returned }, watched)) return 0
    const sequences = [runs.sequenceOf(account, held, walk)]
    const [outcomes = null] = await sources.simulator
      .simulateSequences({ block, sequences, transfers: true, signal })
      .catch(skipped([]))
    const seen = runs.read(account, walk, outcomes)
    return seen === null ? 0 : otherAssets(sources, { block, watched }, signal).worthOf(seen)
  }

  for (const { to, data } of transaction.calls ?? [transaction])
    if (to !== null && data.length >= 10) record(to, data.slice(0, 10) as Hex)
  // What others have can be no payment of these contracts.
  const isHeld = known.some(({ address }) => takers.includes(address))
  const payments =
    isLarge && isHeld
      ? await unseenPayments(
          sources,
          { block, account, payers: known.slice(0, MAX_COUNTED), accepted, callersOf: owned.callersOf },
          signal,
        ).catch(skipped(null))
      : null
  const isPriced =
    best.call === null && (await isFixedPrice(given.simulator, block, question, signal).catch(skipped(false)))
  const spends = exits.some(
    ({ payer, made }) => isExitName(made.signature) && !made.gated && spendsRecord(question, payer, made),
  )
  const conditions = later.filter(({ selector }) => !switches.some((one) => one.selector === selector))
  const mixed = returnedWith(await worthOfOthers(best), best.returned, watched)
  const seconds = secondsOf(best.walk?.blocks ?? [])
  const lock = lockOf(
    search.ends.find(({ tried }) => tried === seconds),
    block,
  )
  const triedAfter = [...TRIED, ...search.ends.map(({ tried }) => Number(tried))].toSorted((a, b) => a - b)
  return losses.map((loss, index): Claim => {
    const returned = mixed[index] ?? 0n
    const own = best.returned[index] ?? 0n
    return {
      account,
      beneficiary: null,
      asset: loss.address,
      tokenId: loss.tokenId,
      amount: loss.amount,
      takers: loss.takers,
      returned: returned > 0n ? returned : 0n,
      ...(returned > own && { inOthers: returned - (own > 0n ? own : 0n) }),
      exit: returned > 0n ? exit : null,
      after: returned > 0n ? Number(seconds) : 0,
      ...(returned > 0n && lock !== undefined && { lock }),
      whenOutbid,
      openToOthers,
      offered: offered.slice(0, 8),
      ...(search.delivers && { delivers: true as const }),
      ...(isPriced && !spends && { atPrice: true as const }),
      switches:
        returned > 0n
          ? [
              ...switchesOn(loss.address, switches),
              ...switchesOn(loss.address, phased),
              ...withoutOrders([...aimed, ...called], switches),
              ...earlier,
              ...switchesOn(loss.address, withoutOrders(made, switches)),
              ...lifted,
              ...allowed,
              ...(whenOutbid ? takes.map((take) => switchOf(take, first.address)) : []),
            ]
          : [],
      ...(setters.length > 0 && { prices: setters }),
      ...(replacement !== null &&
        returned <= 0n && {
          replacement: {
            asset: replacement.token,
            amount: replacement.amount,
            after: replacement.seconds,
            exit: exitOf(replacement.call, looked),
          },
        }),
      closesAfter: returned > 0n ? (end.closesAfter ?? ofLaterCode.closesAfter) : null,
      closesWithUse: returned > 0n && end.closesWithUse,
      later: returned > 0n && index === 0 ? [...end.later] : [],
      triedAfter,
      ...(custody !== null && { custody }),
      takes: [...takes],
      release,
      locked: byOthers,
      lockedBySignature: bySignature,
      ownSecret: returned === 0n && bySender,
      complete: complete && !cut,
      ...((unreadable || (unlisted && best.call === null)) && { unreadable: true as const }),
      ...(unlisted && { unlisted: true as const }),
      ...(unread.size > 0 && { unread: [...unread] }),
      ...(payments !== null && { payments }),
      ...(returned > 0n && conditions.length > 0 && { conditions }),
    }
  })
}

function lockOf(found: LockEnd | undefined, { timestamp }: PinnedBlock): Claim['lock'] {
  return found && { until: Number(timestamp + found.end), asked: found.asked }
}

/** Whether a function writes words of the contract that the deposit's own function writes: it may book a withdrawal. */
function spendsRecord({ transaction }: ClaimQuestion, { functions }: Payer, made: ContractFunction): boolean {
  const entry = functions.find(({ selector }) => transaction.data.startsWith(selector))
  return made.writesElsewhere === true || made.writes.some((slot) => entry?.writes.includes(slot) !== false)
}

/** What takes a bid ends its withdrawal, too. */
function switchOf(
  { caller, by, selector, signature, isKey, amount, receiver }: ClaimTake,
  asset: Address | null,
): ClaimSwitch {
  return { caller, by, selector, signature, isKey, takes: { asset, amount, receiver } }
}

/** A payment that no withdrawal competes with. */
function takeOf({ caller, by, selector, signature, isKey, anyone, lifted, takes }: ClaimSwitch): ClaimTake {
  const { amount = 0n, receiver = caller } = takes ?? {}
  return {
    caller,
    by,
    selector,
    signature,
    isKey,
    after: 0,
    amount,
    receiver,
    ...(anyone && { anyone }),
    ...(lifted && { lifted }),
  }
}

function exitOf(call: Transaction | null, exits: readonly Exit[]): Claim['exit'] {
  if (call === null || call.to === null) return null
  const selector = call.data.slice(0, 10) as Hex
  const made = exits.find((one) => one.payer.address === call.to && one.made.selector === selector)?.made
  return { contract: call.to, selector, signature: made?.signature ?? null }
}

/** Of a search that is awaited at the end: where another one fails before, its own failure is of no interest. */
function unattended(search: unknown): void {
  Promise.resolve(search).catch(() => undefined)
}

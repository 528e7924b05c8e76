import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { NamedParties, NamedParty } from '@redoubt/risk/derive/namedParties.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import { StateUnavailable } from '../../domain/sourceErrors.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import { idsOf } from '../claims/calls/exitCalls.ts'
import { type ClaimSources, claimRuns, type Stand } from '../claims/runs/claimRuns.ts'
import type { ReadState } from '../decode/readState.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { usdPrice } from '../market/usdPrice.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { budgetedRuns, type RunAll } from './budgetedRuns.ts'
import { chainAfter } from './chainAfter.ts'
import { heldCoins } from './heldCoins.ts'
import { limitsOf } from './limitsOf.ts'
import { linkedContracts } from './linkedContracts.ts'
import { loggedWords } from './loggedWords.ts'
import { openLocks } from './openLocks.ts'
import { ownDeposits } from './ownDeposits.ts'
import { proveControl, proveOwnership } from './proveControl.ts'
import { proveTake, withoutIdleSteps } from './proveTake.ts'
import { readSite, type Site } from './readSite.ts'
import { takeFunctions } from './takeCalls.ts'
import { largestTakes, openedTry, rightOf, type Try, takesOf, triesInSteps, tryOf, walkOf } from './tries.ts'

export type RightsQuestion = {
  simulation: Simulation
  principals: readonly Address[]
  /** Contracts that were written, each with the accounts that are not trusted. */
  named: readonly (NamedParties & { open: boolean; service: boolean })[]
  /** Whether it is a known service. */
  isTrusted(address: Address): Promise<boolean>
  readAfter: ReadState
}

/**
 * `state`: the node does not keep what a call reads. `cut`: a limit, the deadline or the engine ended the search in an unknown contract;
 * `cut-in-service`: in a known one. `secret`: who has the secret or proof for a word that the transaction stores can take assets, and
 * nothing tells who that is.
 */
export type RightsAnswer = { rights: Right[]; missing: 'state' | 'cut' | 'cut-in-service' | 'secret' | null }

const MAX_READ_MS = 800
const MAX_PARTIES = 3
/** STOP. */
const ACCEPTING = { code: '0x00' } as const
const MAX_CHOSEN = 2
const MAX_NEAR = 6
const MAX_FUNCTIONS = 12
const MAX_OTHER_FUNCTIONS = 6

/**
 * Calls what the named accounts could call, as these accounts, on the state after the transaction, and proves on the state before it
 * that a call which takes something is a new right.
 * @throws when state or code cannot be read.
 */
export async function gatherRights(
  { chain, ...engines }: ClaimSources,
  block: PinnedBlock,
  question: RightsQuestion,
  signal: AbortSignal,
): Promise<RightsAnswer> {
  const { simulation, principals, named, isTrusted, readAfter } = question
  const sources: ClaimSources = { ...engines, chain: chainAfter(chain, simulation.stateDiff) }
  let missing: RightsAnswer['missing'] = null
  let cut: 'cut' | 'cut-in-service' = 'cut'
  const onMissing = (why: 'state' | 'cut') => {
    missing = why === 'cut' ? cut : (missing ?? 'state')
  }
  const { runAll, runExtra } = budgetedRuns(sources.simulator, block, { onMissing, signal })
  const found: Right[] = []
  for (const parties of named) {
    cut = parties.service ? 'cut-in-service' : 'cut'
    const fresh = (name: string) => freshAccount(block.hash, parties.contract, name)
    const stand: Stand = { reader: fresh('reader'), observer: fresh('observer'), stranger: fresh('stranger') }
    const linked = parties.service
      ? []
      : await linkedContracts(sources.chain, block, { ...parties, near: nearOf(parties) }, signal)
    const site = await readSite(sources, { block, named: parties, linked, readAfter }, signal).catch((error) => {
      if (!(error instanceof StateUnavailable)) throw error
      missing ??= 'state'
      return null
    })
    if (site === null) continue
    if (!parties.service) {
      const logged = await withTimeout(loggedWords(sources.chain, block, parties, signal), MAX_READ_MS)
      // A request is often kept under a hash that the call returns or logs.
      const requests = idsOf(simulation.trace, [parties.contract]).filter((id) => id >> 168n !== 0n)
      site.values.ids = [...new Set([...requests, ...(logged?.ids ?? []), ...site.values.ids])]
      const deposits = await ownDeposits(sources.simulator, site, { block, simulation }, signal)
      site.values.amounts = [...new Set([...(logged?.amounts ?? []), ...deposits, ...site.values.amounts])]
    }
    if (!parties.service) await addHeldCoins(site)
    if (site.payers.some(({ unreadable }) => unreadable)) missing ??= 'state'
    if (parties.open) site.parties.push(...(await ownParties(site)))
    if (site.parties.filter(({ by }) => !by.includes('packed')).length > MAX_PARTIES) missing ??= cut
    const rights = await ofSite(site, stand, parties.service)
    found.push(...rights.filter(({ holder }) => parties.ordered?.includes(holder) !== true))
  }
  const described = await Promise.all(found.map((right) => describe(right)))
  return { rights: described, missing }

  /**
   * A key of an account, or of a purse that names no token, may be one for any token that it holds: the token is an argument of the call.
   */
  async function addHeldCoins(site: Site): Promise<void> {
    const { contract, values, parties, payers } = site
    const isOwnCode = contract === site.account
    const asksForToken = payers.some(({ functions }) => functions.some(takesToken))
    if (!asksForToken || (!isOwnCode && values.tokens.some((one) => one !== contract))) return
    const named = parties
      .filter(({ by }) => by.includes('call') || by.includes('storage'))
      .map(({ address }) => address)
    const coins = await heldCoins({ chain: sources.chain, readAfter }, { block, holder: contract, named }, signal)
    if (coins.length === 0) return
    values.coins = coins.map(({ token }) => token)
    values.tokens = [...new Set([...values.coins, ...values.tokens.filter((one) => one !== contract)])]
    values.held = [...values.held, ...coins]
    values.amounts = [
      ...new Set([...values.amounts.slice(0, 3), ...coins.map(({ amount }) => amount), ...values.amounts]),
    ]
  }

  /** Contracts that the written one asks or that the call names: the sender's own wallet may obey it. */
  function nearOf({ contract, parties }: NamedParties): Address[] {
    const called: Address[] = []
    const walk = (frame: NonNullable<Simulation['trace']>): void => {
      if (frame.from === contract && frame.to !== null) called.push(frame.to)
      frame.calls.forEach(walk)
    }
    if (simulation.trace !== null) walk(simulation.trace)
    return [...new Set([...parties.map(({ address }) => address), ...called])].slice(0, MAX_NEAR)
  }

  /** Accounts that the contract has in its code or names by its getters, tokens that it works with left out. */
  async function ownParties({ parties, chosen, values, contract }: Site): Promise<NamedParty[]> {
    const known = new Set([...parties.map(({ address }) => address), ...principals, ...values.tokens, contract])
    const open = chosen.filter((one) => !known.has(one) && !BURN_ADDRESSES.has(one)).slice(0, MAX_CHOSEN)
    const trusted = await Promise.all(open.map(isTrusted))
    return open.filter((_, at) => trusted[at] === false).map((address) => ({ address, by: [] }))
  }

  async function acceptingParties({ parties, values }: Site): Promise<Site['accepting']> {
    if (!values.held.some(({ token }) => token === null)) return {}
    const own = parties.slice(0, MAX_PARTIES).map(({ address }) => address)
    const codes = await Promise.all(own.map((one) => sources.chain.code(block, one, signal)))
    return Object.fromEntries(own.filter((_, at) => (codes[at] ?? '0x').length > 2).map((one) => [one, ACCEPTING]))
  }

  async function ofSite(site: Site, stand: Stand, isService: boolean): Promise<Right[]> {
    site.accepting = await acceptingParties(site)
    const tries = site.parties.slice(0, MAX_PARTIES).flatMap(({ address: party }) =>
      site.payers.flatMap(({ address: contract, functions }) =>
        takeFunctions(functions, contract === site.contract ? site.selectors : [])
          .slice(0, contract === site.contract ? MAX_FUNCTIONS : MAX_OTHER_FUNCTIONS)
          .map((made) => tryOf(site, party, { contract, made }))
          .filter(({ calls }) => calls.length > 0),
      ),
    )
    const outcomes = await outcomesOf(tries, { site, stand, run: runAll })
    const first = await provenOf(tries, outcomes, { site, stand })
    // Shares moved inside are worth what their new holder withdraws.
    const own = [site.contract, ...site.payers.map(({ address }) => address)]
    const isInside = ({ asset, assetType }: Right) => assetType === 'erc1155' || (asset !== null && own.includes(asset))
    if (first.some((right) => !isInside(right))) return first
    const further = isService ? [] : await withFurtherTries(tries, outcomes, { site, stand, run: runExtra })
    if (further.length > 0) return further
    if (first.length > 0) return first
    const question = { simulation, stand, runAll }
    const owned = await proveOwnership(site, tries, question)
    if (owned.length > 0) return owned
    return proveControl(site, question)
  }

  /** Rights used by several calls, by a caller that a stored word names, and with a secret, a proof or a signature. */
  async function withFurtherTries(tries: readonly Try[], outcomes: Outcomes, context: Context): Promise<Right[]> {
    const { site, stand, run } = context
    const inSteps = triesInSteps(tries, outcomes, site)
    const found = await provenOf(inSteps, await outcomesOf(inSteps, context), context)
    if (found.length > 0) return found
    const taker = freshAccount(block.hash, site.contract, 'taker')
    const own = [...principals, ...named.flatMap(({ ordered = [] }) => ordered)]
    const { opened, callers } = await openLocks(sources, site, { block, simulation, stand, taker, run }, signal)
    const trusted = await Promise.all(callers.map(({ party }) => isTrusted(party)))
    const accepted = callers.filter(({ party }, at) => trusted[at] === false && !own.includes(party))
    const foreign = opened.filter(({ holder }) => holder === null || !own.includes(holder))
    const locked = [
      ...accepted.map(({ party, contract, made }) => tryOf(site, party, { contract, made })),
      ...foreign.map((one) => openedTry(one, taker, site)),
    ]
    return provenOf(locked, await outcomesOf(locked, context), context)
  }

  function outcomesOf(tries: readonly Try[], { site, stand, run }: Context): Promise<Outcomes> {
    const watched = claimRuns({ simulation, watched: [], stand })
    return run(tries.map((one) => watched.sequenceOf(site.account, 0n, walkOf(one))))
  }

  async function provenOf(
    tries: readonly Try[],
    outcomes: Outcomes,
    { site, stand }: Pick<Context, 'site' | 'stand'>,
  ): Promise<Right[]> {
    const takes = outcomes.flatMap((outcome, index) => {
      const one = tries[index]
      return outcome === null || one === undefined ? [] : takesOf(outcome, one, site)
    })
    const rights: Right[] = []
    for (const found of largestTakes(takes)) {
      const take = await withoutIdleSteps(found, { simulation, stand, run: runAll })
      const proof = await proveTake(take, {
        simulation,
        stand,
        run: async (some, { runs, held }, account) => {
          const seen = await runAll(some.map((walk) => runs.sequenceOf(account, held, walk)))
          return some.map((walk, at) => runs.read(account, walk, seen[at] ?? null)?.returned.at(-1)?.[0] ?? null)
        },
      })
      if (proof === null) continue
      if (take.holder === null) missing = 'secret'
      else {
        const { again } = proof
        const right = { ...rightOf(take, take.holder), amount: proof.amount, whole: proof.whole }
        const limits =
          again === undefined
            ? {}
            : await limitsOf(right, { chain: sources.chain, block, readAfter, takenBy: again }, signal)
        const isAsked = right.kind === 'wallet' && site.words.includes(proof.amount)
        rights.push({ ...right, ...limits, ...(isAsked && { asked: true as const }) })
      }
    }
    return rights
  }

  async function describe(right: Right): Promise<Right> {
    if (right.kind === 'ownership' || right.kind === 'control') return right
    const { asset, amount, assetType } = right
    const [token, price] = await Promise.all([
      asset === null ? null : tokenMetadata(sources.chain, { block, address: asset }, signal).catch(() => null),
      usdPrice(sources.chain, { block, asset }, signal).catch(() => null),
    ])
    signal.throwIfAborted()
    const symbol = asset === null ? NATIVE_SYMBOLS[block.chain] : (token?.symbol ?? null)
    const decimals = asset === null ? 18 : (token?.decimals ?? null)
    const worth = price === null || decimals === null ? null : (Number(amount) / 10 ** decimals) * price.usd
    const usd = worth === null || !['native', 'erc20'].includes(assetType) ? null : worth
    const max = price?.maxUsd ?? Number.POSITIVE_INFINITY
    return { ...right, symbol, decimals, usd: usd === null ? null : Math.min(usd, max) }
  }
}

/** Whether a function that may change something is told a token, an account and an amount. */
function takesToken({ mutability, arguments: types }: ContractFunction): boolean {
  const count = (pattern: RegExp) => types.match(pattern)?.length ?? 0
  return mutability !== 'view' && mutability !== 'pure' && count(/\baddress\b/g) > 0 && count(/\bu?int\d*\b/g) > 0
}

type Outcomes = Awaited<ReturnType<RunAll>>
type Context = { site: Site; stand: Stand; run: RunAll }

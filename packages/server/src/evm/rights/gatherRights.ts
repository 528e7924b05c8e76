import type { Address } from '@redoubt/risk/address.ts'
import { NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { NamedParties, NamedParty } from '@redoubt/risk/derive/namedParties.ts'
import type { Simulation } from '@redoubt/risk/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import { BURN_ADDRESSES } from '@redoubt/risk/knownAddresses.ts'
import { StateUnavailable } from '../../domain/sourceErrors.ts'
import { type ClaimSources, claimRuns, type Stand } from '../claims/claimRuns.ts'
import type { ReadState } from '../decode/readState.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { usdPrice } from '../market/usdPrice.ts'
import { type CallOutcome, type Sequence, SimulationUnavailable } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/pockets.ts'
import { flowsOf } from './flows.ts'
import { proveControl, proveOwnership } from './proveControl.ts'
import { LATER, proveTake, type Take } from './proveTake.ts'
import { readSite, type Site } from './readSite.ts'
import { takeCalls, takeFunctions } from './takeCalls.ts'

export type RightsQuestion = {
  simulation: Simulation
  principals: readonly Address[]
  /** Contracts that were written, each with the accounts that are not trusted. */
  named: readonly (NamedParties & { open: boolean; service: boolean })[]
  /** Whether it is a known service. */
  isTrusted(address: Address): Promise<boolean>
  readAfter: ReadState
  /** Milliseconds after which nothing new is run. */
  maxMs: number
}

/**
 * `state`: the node does not keep what a call reads. `cut`: a limit, the deadline or the engine ended the search in an unknown contract;
 * `cut-in-service`: in a known one.
 */
export type RightsAnswer = { rights: Right[]; missing: 'state' | 'cut' | 'cut-in-service' | null }

/** Executed calls for one transaction, reads of balances included. */
const MAX_CALLS = 1_000
const MAX_PARTIES = 3
const MAX_CHOSEN = 2
const MAX_FUNCTIONS = 12
const MAX_OTHER_FUNCTIONS = 6
const MAX_TAKES = 4
const CHUNK = 12

/**
 * Calls what the named accounts could call, as these accounts, on the state after the transaction, and proves on the state before it
 * that a call which takes something is a new right.
 * @throws when state or code cannot be read.
 */
export async function gatherRights(
  sources: ClaimSources,
  block: PinnedBlock,
  question: RightsQuestion,
  signal: AbortSignal,
): Promise<RightsAnswer> {
  const { simulation, principals, named, isTrusted, readAfter, maxMs } = question
  const until = performance.now() + maxMs
  let left = MAX_CALLS
  let missing: RightsAnswer['missing'] = null
  let cut: 'cut' | 'cut-in-service' = 'cut'
  const runAll = async (sequences: readonly Sequence[]): Promise<(CallOutcome[] | null)[]> => {
    const seen: (CallOutcome[] | null)[] = []
    for (let at = 0; at < sequences.length; at += CHUNK) {
      const chunk = sequences.slice(at, at + CHUNK)
      const cost = chunk.reduce((sum, { blocks }) => sum + blocks.reduce((all, { calls }) => all + calls.length, 0), 0)
      if (performance.now() > until || left < cost) {
        missing = cut
        break
      }
      left -= cost
      try {
        seen.push(...(await sources.simulator.simulateSequences({ block, sequences: chunk, transfers: true, signal })))
      } catch (error) {
        if (!(error instanceof SimulationUnavailable)) throw error
        if (error.reason !== 'state') {
          missing = cut
          break
        }
        missing ??= 'state'
        seen.push(...chunk.map(() => null))
      }
    }
    return sequences.map((_, index) => seen[index] ?? null)
  }

  const found: Right[] = []
  for (const parties of named) {
    cut = parties.service ? 'cut-in-service' : 'cut'
    const fresh = (name: string) => freshAccount(block.hash, parties.contract, name)
    const stand: Stand = { reader: fresh('reader'), observer: fresh('observer'), stranger: fresh('stranger') }
    const site = await readSite(sources, { block, named: parties, readAfter }, signal).catch((error: unknown) => {
      if (!(error instanceof StateUnavailable)) throw error
      missing ??= 'state'
      return null
    })
    if (site === null) continue
    if (site.payers.some(({ unreadable }) => unreadable)) missing ??= 'state'
    if (parties.open) site.parties.push(...(await ownParties(site)))
    if (site.parties.length > MAX_PARTIES) missing ??= cut
    const rights = await ofSite(site, stand)
    found.push(...rights)
  }
  const described = await Promise.all(found.map((right) => describe(right)))
  return { rights: described, missing }

  /** Accounts that the contract has in its code or names by its getters, tokens that it works with left out. */
  async function ownParties({ parties, chosen, values, contract }: Site): Promise<NamedParty[]> {
    const known = new Set([...parties.map(({ address }) => address), ...principals, ...values.tokens, contract])
    const open = chosen.filter((one) => !known.has(one) && !BURN_ADDRESSES.has(one)).slice(0, MAX_CHOSEN)
    const trusted = await Promise.all(open.map(isTrusted))
    return open.filter((_, at) => trusted[at] === false).map((address) => ({ address, by: [] }))
  }

  async function ofSite(site: Site, stand: Stand): Promise<Right[]> {
    const asked = site.parties.slice(0, MAX_PARTIES).flatMap(({ address: party }) =>
      site.payers.flatMap(({ address: contract, functions }) =>
        takeFunctions(functions, contract === site.contract ? site.selectors : [])
          .slice(0, contract === site.contract ? MAX_FUNCTIONS : MAX_OTHER_FUNCTIONS)
          .flatMap((made) => {
            const calls = takeCalls({ contract, made }, party, site.values)
            const later = contract === site.contract ? [{ calls, seconds: LATER }] : []
            return calls.length === 0 ? [] : [{ party, contract, made, calls, walk: { blocks: [{ calls }, ...later] } }]
          }),
      ),
    )
    const watched = claimRuns({ simulation, watched: [], stand })
    const outcomes = await runAll(asked.map(({ walk }) => watched.sequenceOf(site.account, 0n, walk)))
    const takes = outcomes.flatMap((outcome, index) => {
      const one = asked[index]
      return outcome === null || one === undefined ? [] : takesOf(outcome, one, site)
    })
    const rights: Right[] = []
    for (const take of largest(takes)) {
      const proof = await proveTake(take, {
        simulation,
        stand,
        run: async (some, { runs, held }, account) => {
          const seen = await runAll(some.map((walk) => runs.sequenceOf(account, held, walk)))
          return some.map((walk, at) => runs.read(account, walk, seen[at] ?? null)?.returned.at(-1)?.[0] ?? null)
        },
      })
      if (proof !== null) rights.push({ ...rightOf(take), amount: proof.amount, whole: proof.whole })
    }
    if (rights.length > 0) return rights
    const question = { simulation, stand, runAll }
    const owned = await proveOwnership(site, asked, question)
    if (owned.length > 0) return owned
    return proveControl(site, question)
  }

  function takesOf(
    outcomes: readonly CallOutcome[],
    { party, contract, made, calls }: Pick<Take, 'party' | 'contract' | 'made'> & { calls: readonly Take['call'][] },
    site: Site,
  ): Take[] {
    // A look comes first, and one ends each block.
    const seen = [outcomes.slice(1, 1 + calls.length), outcomes.slice(2 + calls.length, 2 + 2 * calls.length)]
    return seen.flatMap((ofBlock, at) =>
      calls.flatMap((call, index): Take[] => {
        const outcome = ofBlock[index]
        if (outcome?.success !== true) return []
        const base = { site, party, contract, made, call, block: at }
        const lost = principals.flatMap((account) =>
          account === site.account ? flowsOf(outcome.logs, account).filter(({ change }) => change < 0n) : [],
        )
        if (lost.length > 0)
          return lost.map(({ change, ...asset }) => ({ ...base, ...asset, kind: 'wallet' as const, amount: -change }))
        return flowsOf(outcome.logs, party)
          .filter(({ change }) => change > 0n)
          .map(({ change, ...asset }) => ({ ...base, ...asset, kind: 'contract' as const, amount: change }))
      }),
    )
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

/** The largest of each kind, party, contract and asset; those at once before later ones. */
function largest(takes: readonly Take[]): Take[] {
  const sorted = takes.toSorted((a, b) => a.block - b.block || (b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : 0))
  const unique = new Map<string, Take>()
  for (const take of sorted) {
    const key = `${take.party} ${take.made.selector} ${take.asset} ${take.tokenId}`
    if (!unique.has(key)) unique.set(key, take)
  }
  return [...unique.values()].slice(0, MAX_TAKES)
}

function rightOf({ site, party, contract, made, kind, asset, assetType, tokenId, amount, block }: Take): Right {
  const named = site.parties.some(({ address, by }) => address === party && by.includes('call'))
  return {
    holder: party,
    account: site.account,
    contract,
    selector: made.selector,
    signature: made.signature,
    kind,
    owned: null,
    asset,
    assetType,
    tokenId,
    symbol: null,
    decimals: null,
    amount,
    usd: null,
    whole: false,
    after: block === 0 ? 0 : Number(LATER),
    named,
  }
}

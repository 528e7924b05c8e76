import type { Address } from '@redoubt/risk/address.ts'
import { NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { NamedParties, NamedParty } from '@redoubt/risk/derive/namedParties.ts'
import type { Simulation } from '@redoubt/risk/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import { BURN_ADDRESSES } from '@redoubt/risk/knownAddresses.ts'
import { StateUnavailable } from '../../domain/sourceErrors.ts'
import { type ClaimSources, claimRuns, type Stand, type Walk } from '../claims/claimRuns.ts'
import type { ReadState } from '../decode/readState.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { usdPrice } from '../market/usdPrice.ts'
import { type CallOutcome, type Sequence, SimulationUnavailable } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/pockets.ts'
import { flowsOf } from './flows.ts'
import { linkedContracts } from './linkedContracts.ts'
import { openLocks } from './openLocks.ts'
import { ownDeposits } from './ownDeposits.ts'
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
 * `cut-in-service`: in a known one. `secret`: who has the secret or proof for a word that the transaction stores can take assets, and
 * nothing tells who that is.
 */
export type RightsAnswer = { rights: Right[]; missing: 'state' | 'cut' | 'cut-in-service' | 'secret' | null }

/** Executed calls for one transaction, reads of balances included. */
const MAX_CALLS = 1_000
const MAX_EXTRA = 800
const MAX_PARTIES = 3
const MAX_CHOSEN = 2
const MAX_FUNCTIONS = 12
const MAX_OTHER_FUNCTIONS = 6
const MAX_TAKES = 4
/** First calls of an account that takes in two. */
const MAX_PRIOR = 4
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
  let leftExtra = MAX_EXTRA
  let missing: RightsAnswer['missing'] = null
  let cut: 'cut' | 'cut-in-service' = 'cut'
  /** `extra`: a search beyond the calls of named accounts, whose end by a limit proves nothing and asks for nothing. */
  const runner =
    (extra: boolean) =>
    async (sequences: readonly Sequence[]): Promise<(CallOutcome[] | null)[]> => {
      const seen: (CallOutcome[] | null)[] = []
      const end = () => {
        if (!extra) missing = cut
      }
      for (let at = 0; at < sequences.length; at += CHUNK) {
        const chunk = sequences.slice(at, at + CHUNK)
        const cost = chunk.reduce(
          (sum, { blocks }) => sum + blocks.reduce((all, { calls }) => all + calls.length, 0),
          0,
        )
        if (performance.now() > until || (extra ? leftExtra : left) < cost) {
          end()
          break
        }
        if (extra) leftExtra -= cost
        else left -= cost
        try {
          seen.push(
            ...(await sources.simulator.simulateSequences({ block, sequences: chunk, transfers: true, signal })),
          )
        } catch (error) {
          if (!(error instanceof SimulationUnavailable)) throw error
          if (error.reason !== 'state') {
            end()
            break
          }
          if (!extra) missing ??= 'state'
          seen.push(...chunk.map(() => null))
        }
      }
      return sequences.map((_, index) => seen[index] ?? null)
    }
  const runAll = runner(false)
  const runExtra = runner(true)

  const found: Right[] = []
  for (const parties of named) {
    cut = parties.service ? 'cut-in-service' : 'cut'
    const fresh = (name: string) => freshAccount(block.hash, parties.contract, name)
    const stand: Stand = { reader: fresh('reader'), observer: fresh('observer'), stranger: fresh('stranger') }
    const isCalled = parties.direct && !parties.service
    const linked = isCalled ? await linkedContracts(sources.chain, block, parties, signal) : []
    const site = await readSite(sources, { block, named: parties, linked, readAfter }, signal).catch(
      (error: unknown) => {
        if (!(error instanceof StateUnavailable)) throw error
        missing ??= 'state'
        return null
      },
    )
    if (site === null) continue
    const deposits = await ownDeposits(sources.simulator, site, { block, simulation }, signal)
    site.values.amounts = [...new Set([...deposits, ...site.values.amounts])]
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
          .map((made) => askedOf(site, party, { contract, made }))
          .filter(({ calls }) => calls.length > 0),
      ),
    )
    const rights = await provenOf(asked, site, stand)
    if (rights.length > 0) return rights
    const twice = await provenOf(await inTwoCalls(asked, site, stand), site, stand, true)
    if (twice.length > 0) return twice
    const question = { simulation, stand, runAll }
    const taker = freshAccount(block.hash, site.contract, 'taker')
    const { opened, callers } = await openLocks(
      sources,
      site,
      { simulation, stand, block, taker, runAll: runExtra },
      signal,
    )
    const trusted = await Promise.all(callers.map(({ party }) => isTrusted(party)))
    const accepted = callers.filter(({ party }, at) => trusted[at] === false && !principals.includes(party))
    const locked = await provenOf(
      [
        ...accepted.map(({ party, contract, made }) => askedOf(site, party, { contract, made })),
        ...opened
          .filter(({ holder }) => holder === null || !principals.includes(holder))
          .map(({ contract, made, call, overrides, holder }) => {
            const walk: Walk = { blocks: [{ calls: [call] }], overrides }
            return { party: taker, contract, made, calls: [call], walk, overrides, holder, prior: undefined }
          }),
      ],
      site,
      stand,
      true,
    )
    if (locked.length > 0) return locked
    const owned = await proveOwnership(site, asked, question)
    if (owned.length > 0) return owned
    return proveControl(site, question)
  }

  /** Of each account, the calls that work now and take nothing, before every call 30 days later: recoveries have two steps. */
  async function inTwoCalls(asked: readonly Asked[], site: Site, stand: Stand): Promise<Asked[]> {
    const runs = claimRuns({ simulation, watched: [], stand })
    const outcomes = await runExtra(
      asked.map(({ calls }) => runs.sequenceOf(site.account, 0n, { blocks: [{ calls }] })),
    )
    return [...Map.groupBy(asked, ({ party }) => party)].flatMap(([party, own]) => {
      const prior = own
        .flatMap(({ calls }) => {
          const at = asked.findIndex((one) => one.calls === calls)
          const worked = calls.filter((_, call) => outcomes[at]?.[1 + call]?.success === true)
          return worked.filter(({ data }) => data.includes(site.account.slice(2))).slice(0, 1)
        })
        .slice(0, MAX_PRIOR)
      return prior.length === 0
        ? []
        : own.map((one) => ({
            ...one,
            party,
            prior,
            walk: { blocks: [{ calls: prior }, { calls: one.calls, seconds: LATER }] },
          }))
    })
  }

  async function provenOf(asked: readonly Asked[], site: Site, stand: Stand, isExtra = false): Promise<Right[]> {
    const watched = claimRuns({ simulation, watched: [], stand })
    const run = isExtra ? runExtra : runAll
    const outcomes = await run(asked.map(({ walk }) => watched.sequenceOf(site.account, 0n, walk)))
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
      if (proof === null) continue
      if (take.holder === null) missing = 'secret'
      else rights.push({ ...rightOf(take), amount: proof.amount, whole: proof.whole })
    }
    return rights
  }

  function takesOf(
    outcomes: readonly CallOutcome[],
    { party, contract, made, calls, overrides, holder, prior }: Asked,
    site: Site,
  ): Take[] {
    // A look comes first, and one ends each block.
    const second = 2 + (prior ?? calls).length
    const first = prior === undefined ? outcomes.slice(1, 1 + calls.length) : []
    const seen = [first, outcomes.slice(second, second + calls.length)]
    return seen.flatMap((ofBlock, at) =>
      calls.flatMap((call, index): Take[] => {
        const outcome = ofBlock[index]
        if (outcome?.success !== true) return []
        const base = { site, party, contract, made, call, block: at, overrides, holder, prior }
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

/** Calls of one function by one account, with how they are run. `holder`: see `Take`. */
type Asked = Pick<Take, 'party' | 'contract' | 'made' | 'overrides' | 'holder' | 'prior'> & {
  calls: readonly Take['call'][]
  walk: Walk
}

function askedOf(site: Site, party: Address, { contract, made }: Pick<Take, 'contract' | 'made'>): Asked {
  const calls = takeCalls({ contract, made }, party, site.values)
  const later = contract === site.contract ? [{ calls, seconds: LATER }] : []
  return {
    party,
    contract,
    made,
    calls,
    walk: { blocks: [{ calls }, ...later] },
    overrides: {},
    holder: party,
    prior: undefined,
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

function rightOf({ site, party, holder, contract, made, kind, asset, assetType, tokenId, amount, block }: Take): Right {
  const named = site.parties.some(({ address, by }) => address === (holder ?? party) && by.includes('call'))
  return {
    holder: holder ?? party,
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

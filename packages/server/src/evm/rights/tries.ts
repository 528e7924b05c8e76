import type { Address } from '@redoubt/risk/address.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import type { Walk } from '../claims/claimRuns.ts'
import type { CallOutcome } from '../simulation/simulator.ts'
import { flowsOf } from './flows.ts'
import type { Opened } from './openLocks.ts'
import { LATER, type Take } from './proveTake.ts'
import type { Site } from './readSite.ts'
import { takeCalls } from './takeCalls.ts'

/** Calls of one function by one account, with how they are run. */
export type Try = Pick<Take, 'party' | 'contract' | 'made' | 'overrides' | 'holder' | 'prior'> & {
  calls: readonly Take['call'][]
  walk: Walk
}

const MAX_TAKES = 4
/** First calls of an account that takes in two. */
const MAX_PRIOR = 4

export function tryOf(site: Site, party: Address, { contract, made }: Pick<Take, 'contract' | 'made'>): Try {
  const calls = takeCalls({ contract, made }, party, site.values)
  const later = contract === site.contract ? [{ calls, seconds: LATER }] : []
  const walk: Walk = { blocks: [{ calls }, ...later] }
  return { party, contract, made, calls, walk, overrides: {}, holder: party, prior: [] }
}

/** The call that a key opens, by an account made up for it. */
export function openedTry({ contract, made, call, overrides, holder }: Opened, taker: Address): Try {
  const walk: Walk = { blocks: [{ calls: [call] }], overrides }
  return { party: taker, contract, made, calls: [call], walk, overrides, holder, prior: [] }
}

/** Of each account, the calls that work now and take nothing, before every call 30 days later: a recovery has two steps. */
export function triesInTwoCalls(
  tries: readonly Try[],
  outcomes: readonly (CallOutcome[] | null)[],
  { account }: Pick<Site, 'account'>,
): Try[] {
  const worked = (at: number) =>
    (tries[at]?.calls ?? []).filter(
      ({ data }, index) => outcomes[at]?.[1 + index]?.success === true && data.includes(account.slice(2)),
    )
  const indexes = [...tries.keys()]
  return tries.flatMap((one) => {
    const own = indexes.filter((at) => tries[at]?.party === one.party)
    const prior = own.flatMap((at) => worked(at).slice(0, 1)).slice(0, MAX_PRIOR)
    if (prior.length === 0) return []
    const walk: Walk = { blocks: [{ calls: prior }, { calls: one.calls, seconds: LATER }] }
    return [{ ...one, prior, walk }]
  })
}

/** What the calls of a try took: from the account itself, or for the caller. */
export function takesOf(outcomes: readonly CallOutcome[], one: Try, site: Site): Take[] {
  const { party, contract, made, calls, overrides, holder, prior } = one
  // A look comes first, and one ends each block.
  const second = 2 + (prior.length > 0 ? prior : calls).length
  const first = prior.length > 0 ? [] : outcomes.slice(1, 1 + calls.length)
  return [first, outcomes.slice(second, second + calls.length)].flatMap((ofBlock, at) =>
    calls.flatMap((call, index): Take[] => {
      const outcome = ofBlock[index]
      if (outcome?.success !== true) return []
      const base = { site, party, contract, made, call, block: at, overrides, holder, prior }
      const lost = flowsOf(outcome.logs, site.account).filter(({ change }) => change < 0n)
      if (lost.length > 0)
        return lost.map(({ change, ...asset }) => ({ ...base, ...asset, kind: 'wallet' as const, amount: -change }))
      return flowsOf(outcome.logs, party)
        .filter(({ change }) => change > 0n)
        .map(({ change, ...asset }) => ({ ...base, ...asset, kind: 'contract' as const, amount: change }))
    }),
  )
}

/** The largest of each kind, party, contract and asset; those at once before later ones. */
export function largestTakes(takes: readonly Take[]): Take[] {
  const sorted = takes.toSorted((a, b) => a.block - b.block || (b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : 0))
  const unique = new Map<string, Take>()
  for (const take of sorted) {
    const key = `${take.party} ${take.made.selector} ${take.asset} ${take.tokenId}`
    if (!unique.has(key)) unique.set(key, take)
  }
  return [...unique.values()].slice(0, MAX_TAKES)
}

/** The right that a take shows, for the account that receives it. */
export function rightOf(
  { site, contract, made, call, kind, asset, assetType, tokenId, amount, block }: Take,
  holder: Address,
): Right {
  const named = call.data.slice(10).match(/.{64}/g) ?? []
  const accountAt = named.flatMap((word, at) => (word.endsWith(site.account.slice(2)) ? [4 + at * 32] : []))
  return {
    holder,
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
    named: site.parties.some(({ address, by }) => address === holder && by.includes('call')),
    ...(accountAt.length > 0 && { accountAt }),
  }
}

import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Walk } from '../claims/runs/claimRuns.ts'
import type { CallOutcome, StateOverrides } from '../simulation/simulator.ts'
import { flowsOf } from './flows.ts'
import type { Opened } from './openLocks.ts'
import { ownExits } from './ownDeposits.ts'
import { LATER, type Take } from './proveTake.ts'
import { acceptingOf, type Site } from './readSite.ts'
import { takeCalls } from './takeCalls.ts'

/** `first`: a call that gives the account a place. `take`: one that may take something. `exit`: a withdrawal of what it took inside. */
type Step = { call: Transaction; contract: Address; made: ContractFunction; role: 'first' | 'take' | 'exit' }

/** Calls of one account, with how they are run. */
export type Try = {
  party: Address
  contract: Address
  made: ContractFunction
  /** Calls of the function, in all ways. */
  calls: readonly Transaction[]
  blocks: readonly { steps: readonly Step[]; seconds?: bigint }[]
  overrides: StateOverrides
  /** Who receives the right: the caller, or the account whose key it is; null: a secret or a proof. */
  holder: Address | null
}

const MAX_TAKES = 4
/** First calls of an account that takes in more than one, ways of a function after them, and withdrawals after these. */
const MAX_FIRST = 4
const MAX_WAYS = 5
const MAX_EXITS = 8

export function tryOf(site: Site, party: Address, { contract, made }: Pick<Take, 'contract' | 'made'>): Try {
  const calls = takeCalls({ contract, made }, party, site.values)
  const steps = calls.map((call): Step => ({ call, contract, made, role: 'take' }))
  const later = contract === site.contract ? [{ steps, seconds: LATER }] : []
  return {
    party,
    contract,
    made,
    calls,
    blocks: [{ steps }, ...later],
    overrides: acceptingOf(site, party),
    holder: party,
  }
}

/** The call that a key opens, by an account made up for it, and what that account then withdraws. */
export function openedTry({ contract, made, call, overrides, holder }: Opened, taker: Address, site: Site): Try {
  const steps: Step[] = [{ call, contract, made, role: 'take' }, ...exitsOf(site, taker)]
  return { party: taker, contract, made, calls: [call], blocks: [{ steps }], overrides, holder }
}

export function walkOf({ blocks, overrides }: Try): Walk {
  return {
    blocks: blocks.map(({ steps, seconds }) => {
      const calls = steps.map(({ call }) => call)
      return seconds === undefined ? { calls } : { calls, seconds }
    }),
    overrides,
  }
}

/**
 * Of each account, the calls that work now and take nothing, before every other call at once and 30 days later, with its own withdrawals
 * last: a nominee accepts, a recovery has two steps, and what was moved inside is withdrawn.
 */
export function triesInSteps(
  tries: readonly Try[],
  outcomes: readonly (CallOutcome[] | null)[],
  site: Pick<Site, 'account' | 'contract' | 'values' | 'payers'>,
): Try[] {
  const worked = (at: number) =>
    (tries[at]?.blocks[0]?.steps ?? []).filter((_, index) => outcomes[at]?.[1 + index]?.success === true)
  const isAbout = ({ call: { data } }: Step) => data.length === 10 || data.includes(site.account.slice(2))
  const indexes = [...tries.keys()]
  return tries.flatMap((one, at) => {
    const own = indexes.filter((index) => tries[index]?.party === one.party)
    const first = own
      .flatMap((index) => worked(index).filter(isAbout).slice(0, 1))
      .slice(0, MAX_FIRST)
      .map((step): Step => ({ ...step, role: 'first' }))
    const second = 2 + one.calls.length
    const later = (one.blocks[1]?.steps ?? []).filter((_, index) => outcomes[at]?.[second + index]?.success === true)
    const works = [...worked(at), ...later]
    if (first.length === 0 && works.length === 0) return []
    const calls = [...new Set([...works.map(({ call }) => call), ...one.calls])].slice(0, MAX_WAYS)
    const takes = calls.map((call): Step => ({ call, contract: one.contract, made: one.made, role: 'take' }))
    const steps = [...takes, ...exitsOf(site, one.party)]
    return [{ ...one, blocks: [{ steps: [...first, ...steps] }, { steps, seconds: LATER }] }]
  })
}

function exitsOf(site: Pick<Site, 'account' | 'values' | 'payers'>, party: Address): Step[] {
  return site.payers
    .flatMap((payer) => {
      const exits = ownExits({ account: party, values: site.values, payers: [payer] }, { amounts: [], ways: 3 })
      return exits.flat().flatMap((call): Step[] => {
        const made = payer.functions.find(({ selector }) => call.data.startsWith(selector))
        return made === undefined ? [] : [{ call, contract: payer.address, made, role: 'exit' }]
      })
    })
    .slice(0, MAX_EXITS)
}

/** What the calls of a try took: from the account itself, or for the caller. */
export function takesOf(outcomes: readonly CallOutcome[], one: Try, site: Site): Take[] {
  const { party, overrides, holder } = one
  const takes: Take[] = []
  // A look comes first, and one ends each block.
  let at = 1
  const before: Take['before'][number][] = []
  for (const [block, { steps, seconds }] of one.blocks.entries()) {
    const isChain = steps.some(({ role }) => role === 'exit')
    const done: Step[] = []
    for (const step of steps) {
      const outcome = outcomes[at++]
      if (outcome?.success !== true) continue
      const { call, role, contract, made } = step
      if (role !== 'first') {
        const calls = [...before, { steps: done.slice(), ...(seconds !== undefined && { seconds }) }]
        const base = { site, party, contract, made, call, block, before: calls, overrides, holder }
        const lost = flowsOf(outcome.logs, site.account).filter(({ change }) => change < 0n)
        const gained = flowsOf(outcome.logs, party).filter(({ change }) => change > 0n)
        for (const { change, ...asset } of lost.length > 0 ? lost : gained)
          takes.push(
            lost.length > 0
              ? { ...base, ...asset, kind: 'wallet', amount: -change }
              : { ...base, ...asset, kind: 'contract', amount: change },
          )
      }
      // Other ways of the same function stand beside each other, unless a withdrawal follows.
      if (role === 'first' || (role === 'take' && isChain)) done.push(step)
    }
    // What was tried at once is not needed later, first calls are.
    const first = done.filter(({ role }) => role === 'first')
    before.push({ steps: first, ...(seconds !== undefined && { seconds }) })
    at++
  }
  return takes
}

/** The largest of each kind, party, contract and asset; those at once before later ones. */
export function largestTakes(takes: readonly Take[]): Take[] {
  const sorted = takes.toSorted((a, b) => a.block - b.block || (b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : 0))
  const unique = new Map<string, Take>()
  for (const take of sorted) {
    const key = `${take.party} ${take.call.to} ${take.made.selector} ${take.asset} ${take.tokenId}`
    if (!unique.has(key)) unique.set(key, take)
  }
  return [...unique.values()].slice(0, MAX_TAKES)
}

/** The right that a take shows, for the account that receives it. */
export function rightOf(
  { site, contract, made, call, decisive = call, kind, asset, assetType, tokenId, amount, block }: Take,
  holder: Address,
): Right {
  const named = decisive.data.slice(10).match(/.{64}/g) ?? []
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
    // A module is executed over every wallet that its caller names.
    ...((accountAt.length > 0 || site.accepting[holder] !== undefined) && { accountAt }),
  }
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import { patient } from '../../../lib/patience.ts'
import { addressAt } from '../../decode/callData.ts'
import { EVENTS } from '../../decode/emittedLogs.ts'
import { word } from '../../trade/trader.ts'
import { execute } from '../execute.ts'
import { cloneArguments } from '../holders/codeAddresses.ts'
import type { Target } from '../holders/targets.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'
import { fundsOf } from './claims.ts'

/** Begins the code of a key’s account with a delegate (EIP-7702). */
const DELEGATION = '0xef0100'
/** Calls whose payments are looked at again. */
const MAX_PAYING = 8
const LOGS_MS = 1_000
/** Percent of what the contract holds below which a call pays a fee. */
const FEE_PERCENT = 50n

/**
 * Finds for each call of a privileged account, by its asset, the party of an escrow whose payments the call takes: a key that a clone has among
 * its arguments, or that another call of the contract pays. An account that runs the contract, such as the funder of rewards, is no party.
 * @returns one entry for each call; null where no party paid the asset in. Rejects like the chain's reads.
 */
export async function takenFromParties(
  context: PrivilegesContext,
  { subject, observedCalls }: { subject: Target; observedCalls: readonly ObservedCall[] },
  calls: readonly { drain: ObservedCall; asset: number | null }[],
): Promise<(Address | null)[]> {
  const { chain, block, address, fixture, budget, signal } = context
  const told = cloneArguments(await chain.code(block, address, signal))
  const known = subject.candidates.filter(({ role, by }) => role !== 'owner' && by !== 'the creator')
  const parties = new Set([...told, ...known.map((one) => one.address)])
  const entitled = new Map<string, Promise<boolean>>()
  const payers = new Map<number, Promise<readonly Address[]>>()
  const drains = calls.filter(
    ({ drain, asset }) => asset !== null && drain.tried.caller !== strangerOf(context) && takesMost(drain, asset),
  )
  if (parties.size > 0) for (const { asset } of drains) if (asset !== null) payersOf(asset).catch(() => {})
  // One after the other: which of them the last runs of a budget are spent on must not depend on which log comes first.
  const found: (Address | null)[] = []
  for (const { drain, asset } of calls) {
    const isDrain = parties.size > 0 && drains.some((one) => one.drain === drain && one.asset === asset)
    found.push(isDrain && asset !== null ? await firstEntitled(drain, asset) : null)
  }
  return found

  function payersOf(asset: number): Promise<readonly Address[]> {
    const known = payers.get(asset) ?? paidBy(asset)
    payers.set(asset, known)
    return known
  }

  async function firstEntitled(drain: ObservedCall, asset: number): Promise<Address | null> {
    for (const one of await payersOf(asset))
      if (parties.has(one) && one !== drain.tried.caller.address && (await isEntitled(one, asset, drain))) return one
    return null
  }

  async function isEntitled(party: Address, asset: number, drain: ObservedCall): Promise<boolean> {
    const code = await chain.code(block, party, signal)
    if (code !== '0x' && !code.startsWith(DELEGATION)) return false
    if (told.includes(party)) return true
    const { selector } = drain.tried.made
    const key = `${party} ${asset} ${selector}`
    const asked = entitled.get(key) ?? isPaid(party, asset, selector)
    entitled.set(key, asked)
    return asked
  }

  /** Whether another call than the drain pays the account, and it makes no privileged call that runs the contract and moves none of the asset. */
  async function isPaid(party: Address, asset: number, drain: Hex): Promise<boolean> {
    const own = observedCalls.filter(({ tried }) => tried.caller.address === party)
    const isAside = (one: ObservedCall) => gainOf(one, asset, 'caller') <= 0n && gainOf(one, asset, 'subject') >= 0n
    if (own.some((one) => one.tried.made.gated && isAside(one) && runsContract(one))) return false
    const others = observedCalls.filter(({ tried }) => tried.made.selector !== drain)
    if (others.some((one) => own.includes(one) && gainOf(one, asset, 'caller') > 0n)) return true
    const paying = others.filter((one) => gainOf(one, asset, 'subject') < 0n).slice(0, MAX_PAYING)
    const attempts = paying.map(({ tried }) => ({
      calls: [...(tried.first === undefined ? [] : [tried.first.call]), tried.call],
    }))
    const outcomes = attempts.length === 0 ? [] : await execute(context, attempts, 'withdrawals of deposits')
    const token = fixture.assets[asset]?.address
    return outcomes.some((run) =>
      run
        ?.at(-1)
        ?.logs.some(
          ({ address: at, topics: [topic, from, to] }) =>
            at === token &&
            topic === EVENTS.Transfer &&
            addressAt(from ?? null) === address &&
            addressAt(to ?? null) === party,
        ),
    )
  }

  /**
   * Whether a call writes a word that another function reads, or what analysis could not locate, or is seen outside: one that does nothing makes
   * no party an account that runs the contract.
   */
  function runsContract({ tried: { made }, emitted }: ObservedCall): boolean {
    if (made.writesElsewhere === true || made.sendsNative || made.asks.length > 0 || emitted > 0) return true
    return subject.functions.some(
      ({ selector, reads, mutability }) =>
        selector !== made.selector && mutability !== 'view' && reads.some((slot) => made.writes.includes(slot)),
    )
  }

  /** Accounts whose payments the token logged; none, and noted, where the logs cannot be had in time. */
  async function paidBy(asset: number): Promise<readonly Address[]> {
    const token = fixture.assets[asset]
    if (token === undefined || token.held === 0n) return []
    const topics: (Hex | null)[] = [EVENTS.Transfer, null, `0x${word(address)}`]
    const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
    const range = { fromBlock: 0n, toBlock: block.number, pin: block }
    const logs = await chain.logs({ address: [token.address], topics, ...range }, within).catch(() => {
      signal.throwIfAborted()
      budget.note('who paid the contract')
      return []
    })
    return [...new Set(logs.flatMap(({ topics: [, from] }) => addressAt(from ?? null) ?? []))]
  }
}

/** Whether the caller, or an account that the call names, gets most of what the contract has of it. */
function takesMost({ before, after }: ObservedCall, asset: number): boolean {
  if (after === null) return false
  const held = fundsOf(before, asset).subject
  const gained = (['caller', 'holder', 'recipient'] as const).reduce((most, who) => {
    const more = gainOf({ before, after }, asset, who)
    return more > most ? more : most
  }, 0n)
  return held > 0n && gained * 100n >= held * FEE_PERCENT
}

function gainOf(
  { before, after }: Pick<ObservedCall, 'before' | 'after'>,
  asset: number,
  who: 'caller' | 'holder' | 'recipient' | 'subject',
): bigint {
  const [was, is] = [before.assets[asset], after?.assets[asset]]
  return was === undefined || is === undefined ? 0n : (is[who] ?? 0n) - (was[who] ?? 0n)
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callData } from '../../decode/callData.ts'
import { word } from '../../trade/trader.ts'
import { chooseWays } from '../calls/relevance.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { initialBalanceOf } from '../initialBalance.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { limitWithinBudget, privilegedCall } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

/** An item that an account really holds. */
export type HeldItem = { holder: Address; id: bigint }
/** `opensAfter`: seconds until the item could be sent without the call; null: not within the longest delay. */
type Lock = { one: AcceptedCall; opensAfter: number | null }

const DAY = 86_400n
/** Seconds after which the item is sent; the last is the longest that is looked ahead. */
const DELAYS = [DAY, 30n * DAY, 400n * DAY]
const MAX_WAYS = 4
const MAX_CALLS = 32
const GAS = 1_000_000n
const WHAT = 'locked items'
const TRANSFER_FROM = '0x23b872dd'
const SAFE_TRANSFER_FROM = '0xf242432a'
const NO_TAXES = { buyTax: null, sellTax: null }

/**
 * Finds calls of privileged accounts that decide whether the items of a collection, which no holder can send now, are ever sent: without the
 * call they would be free some day and stay locked after it, or only the call frees them. What any account can free is not locked by a key,
 * and what never moves by any call is bound to its holder by design.
 */
export async function lockedItems(
  context: PrivilegesContext,
  held: HeldItem | null,
  { tried, observedCalls }: { tried: readonly AcceptedCall[]; observedCalls: readonly ObservedCall[] },
): Promise<OwnerSwitch[]> {
  const item = held ?? unsentPiece(context, observedCalls)
  if (item === null) return []
  const { holder } = item
  const ways = chosen(withoutUpgrades(tried, observedCalls))
  if (!ways.some(isPrivileged)) return []
  const send = sends(context, item, holder)
  const idle = await succeeds([{ calls: [send] }, ...DELAYS.map((seconds) => later([], seconds, send))])
  // Free now, or nothing is known.
  if (idle[0] !== false || idle.includes(null)) return []
  const calls = limitWithinBudget(context, ways, { max: MAX_CALLS, what: WHAT })
  const opened = idle.indexOf(true)
  const seconds = DELAYS[opened - 1] ?? null
  const last = DELAYS.at(-1) ?? DAY
  const after = await succeeds(
    calls.map(({ call }) => (seconds === null ? { calls: [call, send] } : later([call], last, send))),
  )
  const decides = calls.filter((_, at) => after[at] === (seconds === null))
  // Any account frees them, or each key's call is only one of many.
  const open = new Set(decides.filter((one) => !isPrivileged(one)).map(({ made }) => made.selector))
  if (seconds === null && open.size > 0) return []
  const locks = decides
    .filter((one) => isPrivileged(one) && !open.has(one.made.selector))
    .map((one): Lock => ({ one, opensAfter: seconds === null ? null : Number(seconds) }))
  const unique = [
    ...new Map(locks.map((lock) => [`${lock.one.made.selector} ${lock.one.caller.address}`, lock])).values(),
  ]
  const exempt = await exemptAmong(unique)
  return unique.map((lock): OwnerSwitch => {
    const frees = lock.opensAfter === null
    return {
      calls: [privilegedCall(context, lock.one)],
      effect: 'stops-transfers',
      before: { ...NO_TAXES, transferTax: frees ? null : 0 },
      after: { ...NO_TAXES, transferTax: frees ? 0 : null, reason: null },
      hits: 'all-holders',
      locked: { opensAfter: lock.opensAfter },
      ...(exempt.has(lock) && { callerExempt: true }),
    }
  })

  function later(before: readonly Transaction[], seconds: bigint, call: Transaction): Attempt {
    return { calls: [...before, call], pause: { after: before.length, seconds } }
  }

  /** Whether the calls of each attempt went through to the last one; null: not executed. */
  async function succeeds(attempts: readonly Attempt[]): Promise<(boolean | null)[]> {
    const outcomes = await execute(context, attempts, WHAT)
    return outcomes.map((own) => (own === null ? null : own.every(({ success }) => success)))
  }

  function isPrivileged({ caller }: AcceptedCall): boolean {
    return caller.role !== 'stranger'
  }

  /** A few ways of each function and caller, without those of the holder. */
  function chosen(all: readonly AcceptedCall[]): AcceptedCall[] {
    const own = all.filter(({ caller, first, way }) => caller.address !== holder && first === undefined && !way.names)
    const groups = Map.groupBy(
      own,
      ({ target, made, caller }) => `${target.address} ${made.selector} ${caller.address}`,
    )
    return [...groups.values()].flatMap((group) => chooseWays(group, MAX_WAYS))
  }

  /** Locks whose caller sends an item of its own all the while: it is given one, and so is an account without a privilege, which cannot. */
  async function exemptAmong(all: readonly Lock[]): Promise<Set<Lock>> {
    const [any] = all
    if (any === undefined || item === null) return new Set()
    const owned = await Promise.all([context.fixture.stranger, ...all.map(({ one }) => one.caller.address)].map(given))
    const attempts = [null, ...all].map((lock, at): Attempt => {
      const who = lock?.one.caller.address ?? context.fixture.stranger
      const storage = owned[at] ?? {}
      const { one, opensAfter } = lock ?? any
      const of = opensAfter === null ? [] : [one.call]
      return { calls: [...of, sends(context, item as HeldItem, who)], overrides: { [context.address]: { storage } } }
    })
    const [control, ...own] = await succeeds(attempts)
    return new Set(all.filter((_, at) => control === false && own[at] === true))
  }

  /** Words by which an account has the item, in place of its holder. */
  async function given(who: Address): Promise<Record<Hex, Hex>> {
    const { fixture, simulator, block, address, bytecode, signal } = context
    const read = (data: Hex): Transaction => ({ from: fixture.stranger, to: address, value: 0n, data, gas: GAS })
    const { id } = item as HeldItem
    const balance = (of: Address) =>
      bytecode.standard === 'erc1155' ? callData('balanceOfId', of, id) : callData('balanceOf', of)
    const reads = [callData('ownerOf', id), balance(who), balance(fixture.probe)].map(read)
    const stateOverrides = { ...fixture.overrides, [fixture.stranger]: { balance: initialBalanceOf(fixture.stranger) } }
    if (!context.budget.take(1, WHAT)) return {}
    const seen = await simulator.wordsRead({ block, sequence: { blocks: [{ calls: reads }], stateOverrides }, signal })
    const [owner, own, others] = reads.map((_, at) => seen[at]?.get(address) ?? new Map<Hex, Hex>())
    const words: Record<Hex, Hex> = {}
    for (const [slot, value] of owner ?? [])
      if (value.slice(2).padStart(64, '0').endsWith(holder.slice(2)))
        words[slot] = `0x${value.slice(2).padStart(64, '0').slice(0, 24)}${who.slice(2)}`
    for (const [slot, value] of own ?? []) if (others?.has(slot) !== true) words[slot] = `0x${word(BigInt(value) + 1n)}`
    return words
  }
}

function sends({ fixture, address, bytecode }: PrivilegesContext, { id }: HeldItem, from: Address): Transaction {
  const to = fixture.recipient
  const data: Hex =
    bytecode.standard === 'erc1155'
      ? `${SAFE_TRANSFER_FROM}${[from, to, id, 1n, 160n, 0n].map(word).join('')}`
      : `${TRANSFER_FROM}${[from, to, id].map(word).join('')}`
  return { from, to: address, value: 0n, data, gas: GAS }
}

/** Replaced code answers differently, which says nothing about the call. */
function withoutUpgrades(tried: readonly AcceptedCall[], observedCalls: readonly ObservedCall[]): AcceptedCall[] {
  const upgrading = observedCalls.filter(({ effects }) => effects.some(({ kind }) => kind === 'upgrade'))
  const selectors = new Set(upgrading.map(({ tried: { made } }) => made.selector))
  return tried.filter(({ made }) => !selectors.has(made.selector))
}

/** The piece of a collection that its owner could not send to the made-up holder; null where it went there. */
function unsentPiece({ fixture, bytecode }: PrivilegesContext, [one]: readonly ObservedCall[]): HeldItem | null {
  const { holder, tokenId } = fixture
  const owner = one?.before.pieceOwner ?? null
  if (bytecode.standard !== 'erc721' || tokenId === null || owner === null || owner === BigInt(holder)) return null
  return { holder: `0x${owner.toString(16).padStart(40, '0')}`, id: tokenId }
}

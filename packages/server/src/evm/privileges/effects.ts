import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Observation } from './observation.ts'
import { PROBE_TOPIC } from './probes.ts'

/** An effect of one call that needs a privilege, with numbers to check it by. */
export type Effect = { kind: Capability['kind']; shown: string; backed?: boolean; isLogged?: true }

export type Observed = {
  before: Observation
  /** Null when it could no longer be read. */
  after: Observation | null
  /** Logs of the call and of the calls tried after it. */
  logs: readonly Log[]
  subject: Address
  holder: Address
  caller: Address
  pool: Address | null
  /** The holder is among the call's arguments. */
  names: boolean
  /** The largest number in the call. */
  number: bigint | null
  stranger: boolean
  /** Wei sent along. */
  paid: bigint
  proxied: boolean
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Swap events of Uniswap V2 and V3: assets that left the pool were paid for. */
const SWAPS = new Set([
  '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
])
const ZERO_TOPIC = `0x${'0'.repeat(64)}`
/** A loss below one part in this many is rounding. */
const MIN_LOSS = 100n
const MIN_GAIN = 1_000_000n
/** Old coins that one new coin stands for, at most: fewer of them are no payment. */
const MAX_SPLIT = 1_000n
/** Balances above this may be off by a unit or two in a rebase; counts of collection items are below. */
const ROUNDED = 1_000_000n
/** One part in this many of a rebase may go to another account as a fee (liquid staking: a tenth). */
const REBASE_FEE = 5n

/** Compares the observations before and after a call. */
export function effectsOf(seen: Observed): Effect[] {
  const { after } = seen
  const code = codeEffects(seen)
  // Replaced code answers differently, which says nothing about the call.
  if (after === null || code.some(({ kind }) => kind === 'upgrade')) return code
  const both = { ...seen, after }
  return [...code, ...supplyEffects(both), ...ownerEffects(both), ...pullEffects(both)]
}

type Both = Observed & { after: Observation }

function supplyEffects(seen: Both): Effect[] {
  const { before, after, logs, subject, holder, caller, pool, names, number, stranger, paid } = seen
  const effects: Effect[] = []
  const was = before.held.holder ?? 0n
  const transfers = logs.filter(({ address, topics }) => address === subject && topics[0] === TRANSFER)
  const isLogged = transfers.some(({ topics }) => topics[1] === ZERO_TOPIC)
  if (isRebase(seen, isLogged)) return []
  const supplyChange = (after.supply ?? 0n) - (before.supply ?? 0n)
  const traded = logs.some(({ address, topics }) => address === pool && SWAPS.has(topics[0] ?? ''))
  const losers = (['holder', 'pool'] as const).flatMap((name) => {
    if (name === 'pool' && traded) return []
    const [had, has] = [before.held[name] ?? 0n, after.held[name] ?? before.held[name] ?? 0n]
    return had > has && (had - has) * MIN_LOSS >= had ? [{ name: name === 'pool' ? 'the pool' : holder, had, has }] : []
  })
  const [loser] = losers
  if (loser !== undefined) {
    const burned = supplyChange < 0n || transfers.some(({ topics }) => topics[2] === ZERO_TOPIC)
    const shown = `balanceOf(${loser.name}) ${loser.had} → ${loser.has}`
    effects.push({ kind: burned ? 'burn-from-others' : 'balance-write', shown })
  } else if (before.pieceOwner === BigInt(holder) && after.pieceOwner !== before.pieceOwner)
    effects.push({
      kind: after.pieceOwner === null ? 'burn-from-others' : 'balance-write',
      shown: 'the piece left its holder',
    })

  const members = (['holder', 'recipient', 'caller', 'pool', 'subject'] as const).map((name) => {
    return { name, was: before.held[name] ?? 0n, is: after.held[name] ?? 0n }
  })
  const gained = members.filter((one) => one.is > one.was)
  const net = members.reduce((sum, one) => sum + one.is - one.was, 0n)
  const named = new Set<string>([holder, caller, subject, pool ?? subject].map(topicOf))
  const explained = transfers
    .filter(({ topics }) => topics[1] !== ZERO_TOPIC && !named.has(topics[1] ?? ''))
    .reduce((sum, { data, topics }) => sum + (topics.length > 3 ? 1n : amountOf(data)), 0n)
  const minted = supplyChange > 0n || isLogged
  const created = net - explained
  // Rewards and rebases that any account may trigger are for all holders; a free mint pays the caller that asks.
  const asked = (name: string) => !stranger || names || name === 'caller'
  const [max] = gained.toSorted((a, b) => (b.is - b.was > a.is - a.was ? 1 : -1))
  if (max !== undefined && asked(max.name) && created > 0n && (minted || created * MIN_GAIN > was)) {
    const who = { holder, caller, subject, recipient: 'a newcomer', pool: 'the pool' }[max.name]
    const set = !minted && max.was > 0n && max.is === number && max.was + max.is !== number
    const supply = supplyChange === 0n ? '' : `, totalSupply ${before.supply} → ${after.supply}`
    const given = before.assets.some(({ caller: had }, at) => (had ?? 0n) > (after.assets[at]?.caller ?? 0n))
    const backed = given || (paid > 0n && (after.native.subject - before.native.subject) * 2n >= paid)
    effects.push({
      kind: set ? 'balance-write' : 'mint',
      shown: `balanceOf(${who}) ${max.was} → ${max.is}${supply}`,
      ...(backed ? { backed } : {}),
      ...(!set && isLogged && supplyChange > 0n && { isLogged: true as const }),
    })
  } else if (supplyChange > 0n && !stranger && max === undefined && isLogged)
    effects.push({ kind: 'mint', shown: `totalSupply ${before.supply} → ${after.supply}`, isLogged })
  return effects
}

/**
 * Whether every balance changed by the factor of the supply, so that no share of it grew. Judged by the change and not by the
 * balance: a rebase of 100 wei moves large balances by a few and small ones not at all. An empty balance gains nothing. One
 * balance alone tells a rebase from a mint only when no log calls it a mint.
 */
function isRebase({ before, after, holder, caller, pool, subject }: Both, isLogged: boolean): boolean {
  const [was, is] = [before.supply, after.supply]
  if (was === null || is === null || was === 0n || was === is) return false
  const accounts = { recipient: 'recipient', holder, pool: pool ?? subject, subject, caller } as const
  const names = Object.keys(accounts) as (keyof typeof accounts)[]
  const balances = names.map((name) => ({ name, had: before.held[name] ?? 0n, has: after.held[name] ?? 0n }))
  const holding = new Set(balances.flatMap(({ name, had }) => (had > 0n ? [accounts[name]] : [])))
  if (holding.size < (isLogged ? 2 : 1)) return false
  return balances.every(({ had, has }) => {
    const expected = (had * (is - was)) / was
    const rounding = had > ROUNDED ? 2n : 0n
    return size(has - had - expected) <= size(expected) / REBASE_FEE + rounding
  })
}

function size(change: bigint): bigint {
  return change < 0n ? -change : change
}

function ownerEffects({ before, after, stranger }: Both): Effect[] {
  if (before.owner === null || after.owner === null || before.owner === after.owner || isBurnAddress(after.owner))
    return []
  if (!isBurnAddress(before.owner) && !stranger) return []
  return [{ kind: 'take-back', shown: `owner() ${hex(before.owner)} → ${hex(after.owner)}` }]
}

function pullEffects(both: Both): Effect[] {
  const { before, after, holder } = both
  return before.assets.flatMap((was, at): Effect[] => {
    const is = after.assets[at]
    const taken = (was.holder ?? 0n) - (is?.holder ?? was.holder ?? 0n)
    const kept = (is?.subject ?? 0n) - (was.subject ?? 0n)
    if (taken <= 0n || kept >= taken || isConverted(both, taken)) return []
    const shown = `a holder (${holder}) who had only approved the contract had ${was.holder} of an asset, then ${is?.holder}`
    return [{ kind: 'pull-approved-tokens', shown }]
  })
}

/**
 * Whether the holder's tokens were destroyed for others that the holder alone received: coins of another issue, by any account that brings them over. No
 * other account gained a token or coins by the call, so that no one can have taken the worth.
 */
function isConverted({ before, after, logs, holder }: Both, taken: bigint): boolean {
  const moves = logs.filter(({ topics }) => topics[0] === TRANSFER && topics.length === 3)
  const own = topicOf(holder)
  const burned = moves.filter(({ topics }) => topics[1] === own && topics[2] === ZERO_TOPIC)
  const given = moves.filter(({ topics }) => topics[1] !== own && topics[2] === own)
  const sum = (of: readonly Log[]) => of.reduce((total, { data }) => total + amountOf(data), 0n)
  const isPaid = after.native.caller > before.native.caller || after.native.recipient > before.native.recipient
  return (
    !isPaid && sum(burned) >= taken && sum(given) * MAX_SPLIT >= taken && moves.length === burned.length + given.length
  )
}

function codeEffects({ before, after, logs, subject, proxied }: Observed): Effect[] {
  const effects: Effect[] = []
  if (logs.some(({ address, topics }) => address === subject && topics[0] === PROBE_TOPIC))
    effects.push({
      kind: proxied ? 'upgrade' : 'settable-delegate',
      shown: 'afterwards the contract ran the code of the address in the call as its own',
    })
  if (before.codeSize > 0n && after?.codeSize === 0n)
    effects.push({ kind: 'selfdestruct', shown: `${before.codeSize} bytes of code before, none afterwards` })
  return effects
}

/** Whether an account is a burn address, by its whole address: an attacker can brute-force others that begin with `dead`. */
export function isBurnAddress(account: bigint): boolean {
  return BURN_ADDRESSES.has(hex(account))
}

function amountOf(data: string): bigint {
  return data.length >= 66 ? BigInt(data.slice(0, 66)) : 0n
}

function topicOf(account: Address): string {
  return `0x${account.slice(2).padStart(64, '0')}`
}

function hex(account: bigint): Address {
  return `0x${account.toString(16).padStart(40, '0')}`
}

import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import { accountKind, readAheadOfKind } from '../../../intel/onchain/accountKind.ts'
import { codeTraits } from '../../../intel/onchain/codeTraits.ts'
import { wordAt } from '../../decode/callData.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { remember } from '../../rpc/stateCache.ts'
import { readCode } from '../analysis/code.ts'
import { unmasked } from '../analysis/tests.ts'
import { walk } from '../analysis/walk.ts'
import { ASK, ask } from './askAddress.ts'

const DELEGATION = '0xef0100'
/** More is no list of owners. */
const MAX_OWNERS = 10_000n

/**
 * What kind of account has a privilege. A multisig is one that its own code proves; a timelock one that answers with its delay
 * (OpenZeppelin's `getMinDelay()`, Compound's `delay()`), which a contract may lie about (`withCommand` executes it). Labels are the caller's to add.
 * Throws when its code cannot be read.
 */
export async function privilegedAccount(
  chain: ChainSource,
  { block, address, by }: { block: PinnedBlock; address: Address; by: string },
  signal: AbortSignal,
): Promise<PrivilegedAccount> {
  const who = { address, by, labels: [] }
  if (BURN_ADDRESSES.has(address)) return { ...who, account: 'burned', kind: null }
  // In one batch with the code; what answers without being asked for is an account without code.
  const delays = (['getMinDelay', 'delay'] as const).map((question) =>
    ask(chain, { block, to: address, data: ASK[question] }, signal),
  )
  const ahead = readAheadOfKind(chain, { block, address }, signal)
  const [code] = await Promise.all([chain.code(block, address, signal), ...delays, ahead])
  if (code.length <= 2 || code.startsWith(DELEGATION)) return { ...who, account: 'eoa', kind: null }
  const kind = await accountKind(chain, { block, address, traits: codeTraits(code) }, signal)
  if (kind?.type === 'safe')
    return { ...who, account: 'multisig', kind, ...(await thresholdOf(chain, { block, address }, signal)) }
  const stated = (await Promise.all(delays)).flatMap((answer) => delayIn(answer) ?? [])
  return stated.length === 0
    ? { ...who, account: 'contract', kind }
    : { ...who, account: 'timelock', kind, delaySeconds: Math.min(...stated) }
}

function delayIn(answer: Hex | null): number | null {
  const seconds = wordAt(answer)
  // A minute to ten years: other contracts have a `delay()` of something else.
  const isDelay = answer?.length === 66 && seconds !== null && seconds >= 60n && seconds <= 315_360_000n
  return isDelay ? Number(seconds) : null
}

/** How many owners of a Safe have to sign. Nothing where it could not be read. */
async function thresholdOf(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<Pick<PrivilegedAccount, 'threshold'>> {
  const [threshold, owners] = await Promise.all(
    [ASK.getThreshold, ASK.getOwners].map((data) => ask(chain, { block, to: address, data }, signal)),
  )
  const [needed, count] = [wordAt(threshold ?? null), wordAt(owners ?? null, 1)]
  return needed === null || count === null || needed > MAX_OWNERS || count > MAX_OWNERS
    ? {}
    : { threshold: { needed: Number(needed), owners: Number(count) } }
}

/** To whose code a contract hands calls that it has no function for. */
export type Delegation = {
  /** Written in the code: clones. */
  fixed: Address | null
  /** Single words of storage that hold it. */
  slots: Hex[]
  /** A mapping holds it: a diamond looks facets up by selector. */
  mapped: boolean
  /** Another contract answers it, or it could not be followed. */
  other: boolean
}

/** A selector that no function has: the dispatcher falls through to the fallback. */
const UNUSED = 0x01020305

/** On the main thread: some milliseconds. What hands every call on does so early. */
const MAX_STEPS = 6_000

/** Follows the fallback to its DELEGATECALLs, by the walk that functions are analysed with. Null: it has none. */
export const delegation = remember(300, (code: Hex): Delegation | null => {
  // A byte 0xf4 somewhere is necessary, and cheap to look for.
  if (!code.includes('f4')) return null
  const { basicBlocks } = walk(readCode(code), UNUSED, { steps: MAX_STEPS })
  const targets = basicBlocks
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.type === 'call' && effect.op === 'DELEGATECALL' ? [unmasked(effect.to)] : []))
  if (targets.length === 0) return null
  const fixed = targets.find(({ constant }) => constant !== null && constant > 0xffffn)?.constant ?? null
  const places = targets.flatMap(({ op, from }) => (op === 'SLOAD' ? (from.at(-1) ?? []) : []))
  return {
    fixed: fixed === null ? null : `0x${fixed.toString(16).padStart(40, '0').slice(-40)}`,
    slots: [...new Set(places.flatMap(({ kind, slot }) => (kind === 'word' ? [slot] : [])))].slice(0, 4),
    mapped: places.some(({ kind }) => kind !== 'word'),
    other: targets.some(({ op, constant }) => constant === null && op !== 'SLOAD'),
  }
})

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account, TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { type Grant, permissionKey } from './activity.ts'
import type { CounterpartyScore, MonitorSources, Permission, PriceFact } from './monitorSources.ts'

/** Null: it could not be learned in time, or it was one too many. */
export type Gathered<Value> = { value: Value } | null

/** What alerts of one block rest on: each thing is asked once, however many alerts it is in. */
export type BlockFacts = {
  succeeded(hash: Hex): Promise<Gathered<boolean>>
  account(address: Address): Promise<Gathered<Account>>
  /** Before the block and after it. */
  nonces(address: Address): Promise<Gathered<{ before: bigint; after: bigint }>>
  /** Delegate whose code ran as the account before the block (EIP-7702); null: none. */
  delegateBefore(address: Address): Promise<Gathered<Address | null>>
  token(address: Address): Promise<Gathered<TokenMetadata | null>>
  /** `beyond`: so many tokens of no list were priced for this block that this one was not. */
  price(asset: Address | null): Promise<Gathered<PriceFact> | 'beyond'>
  /** Whether a registry lists the token. */
  isListed(token: Address): boolean
  /** What the account held of the token before the block; its value is null where the contract does not tell. */
  balanceBefore(token: Address, owner: Address): Promise<Gathered<bigint | null>>
  permissionBefore(grant: Grant): Promise<Gathered<Permission | null>>
  approval(grant: Grant): Promise<Gathered<WalletApproval>>
  /** `beyond`: so many were judged for this block that this one was not. */
  score(address: Address): Promise<Gathered<CounterpartyScore> | 'beyond'>
}

/** Of one block: what strangers can make long is bounded. The coin and listed tokens are none of theirs, and wait for none of them. */
const MAX_LOOKED_UP = 500
const MAX_LISTED = Number.POSITIVE_INFINITY
const MAX_PRICED = 50
const MAX_SCORED = 100
const AT_ONCE = 16
const SCORED_AT_ONCE = 4

/**
 * @param signal facts that are unknown when it fires stay unknown.
 * @param stopped when this fires nothing is answered any more: the block will be judged again.
 */
export function createBlockFacts(
  sources: MonitorSources,
  { block, parent }: { block: PinnedBlock; parent: PinnedBlock },
  { signal, stopped }: { signal: AbortSignal; stopped: AbortSignal },
): BlockFacts {
  const slots = createSemaphore(AT_ONCE)
  const judging = createSemaphore(SCORED_AT_ONCE)
  const sure = createSemaphore(AT_ONCE)

  /** Asks once for each key, for as many keys as may be, a few at a time. */
  function once<Value>(max: number, among = slots) {
    const asked = new Map<unknown, Promise<Gathered<Value>>>()
    return {
      isFull: (key: unknown) => !asked.has(key) && asked.size >= max,
      get(key: unknown, ask: () => Promise<Value>): Promise<Gathered<Value>> {
        const known = asked.get(key)
        if (known !== undefined) return known
        if (asked.size >= max) return Promise.resolve(null)
        const gathering = (async (): Promise<Gathered<Value>> => {
          const slot = among.take()
          await slot.granted
          try {
            signal.throwIfAborted()
            return { value: await ask() }
          } catch {
            stopped.throwIfAborted()
            return null
          } finally {
            slot.release()
          }
        })()
        asked.set(key, gathering)
        return gathering
      },
    }
  }

  const [succeeded, accounts, tokens] = [
    once<boolean>(MAX_LOOKED_UP),
    once<Account>(MAX_LOOKED_UP),
    once<TokenMetadata | null>(MAX_LOOKED_UP),
  ]
  const nonces = once<{ before: bigint; after: bigint }>(MAX_LOOKED_UP)
  const delegates = once<Address | null>(MAX_LOOKED_UP)
  const balances = once<bigint | null>(MAX_LOOKED_UP)
  const [prices, before, approvals] = [
    once<PriceFact>(MAX_PRICED),
    once<Permission | null>(MAX_LOOKED_UP),
    once<WalletApproval>(MAX_LOOKED_UP),
  ]
  const [listedTokens, listedPrices] = [once<TokenMetadata | null>(MAX_LISTED, sure), once<PriceFact>(MAX_LISTED, sure)]
  const scores = once<CounterpartyScore>(MAX_SCORED, judging)
  return {
    succeeded: (hash) => succeeded.get(hash, () => sources.succeeded(hash, signal)),
    nonces: (address) =>
      nonces.get(address, async () => {
        const [first, last] = await Promise.all([
          sources.nonce(parent, address, signal),
          sources.nonce(block, address, signal),
        ])
        return { before: first, after: last }
      }),
    delegateBefore: (address) => delegates.get(address, () => sources.delegate(parent, address, signal)),
    account: (address) => accounts.get(address, () => sources.account(block, address, signal)),
    token: (address) =>
      (sources.isListed(address) ? listedTokens : tokens).get(address, () => sources.token(block, address, signal)),
    async price(asset) {
      const among = asset === null || sources.isListed(asset) ? listedPrices : prices
      return among.isFull(asset) ? 'beyond' : among.get(asset, () => sources.price(block, asset, signal))
    },
    isListed: (token) => sources.isListed(token),
    balanceBefore: (token, owner) =>
      balances.get(`${token}:${owner}`, () => sources.balance(parent, { token, owner }, signal)),
    permissionBefore: (grant) => before.get(permissionKey(grant), () => sources.permission(parent, grant, signal)),
    approval: (grant) =>
      approvals.get(`${permissionKey(grant)}:${grant.after}`, () => sources.approval(block, grant, signal)),
    score: async (address) =>
      scores.isFull(address) ? 'beyond' : scores.get(address, () => sources.score(address, signal)),
  }
}

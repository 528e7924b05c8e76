import type { Address, Hex } from '@redoubt/risk/address.ts'
import { addressOf } from '../decode/emittedLogs.ts'
import { APPROVAL_EVENTS, type ClaimedGrant, grantOf, PERMIT2 } from '../decode/grants.ts'
import type { ChainLog, LogFilter } from '../rpc/chainSource.ts'

/** keccak256 of Permit2's NonceInvalidation(address,address,address,uint48,uint48): changes no allowance, but names a pair to read. */
const NONCE_INVALIDATION: Hex = '0x55eb90d810e1700b35a8e7e25395ff7f2b2259abd7415ca2284dfb1c246418f3'

/** One event about a permission: its place in the chain, and the permission after it by its own words. */
export type ApprovalStep = { blockNumber: bigint; hash: Hex; after: bigint }

/** A permission named by logs, each once. `steps` oldest first; they only tell where to look and are never believed. */
export type ApprovalClaim = ClaimedGrant & { steps: ApprovalStep[] }

/**
 * Returns the permissions that the logs name, the most recently named first. An ERC-721 approval of one token has no spender in
 * its key: the token has one spender at a time.
 */
export function approvalClaims(logs: readonly ChainLog[]): ApprovalClaim[] {
  const ordered = logs.toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  const claims = new Map<string, ApprovalClaim>()
  for (const log of ordered) {
    const claim = claimOf(log)
    if (claim === null) continue
    const { kind, token, spender, tokenId } = claim
    const key = `${kind}:${token}:${kind === 'token' ? '' : spender}:${tokenId ?? ''}`
    const before = claims.get(key)
    // A Map keeps the place of an existing key: the newest belongs at the end.
    claims.delete(key)
    // Appends to the existing list: a pair may have as many steps as there are logs.
    const steps = before?.steps ?? []
    steps.push(...claim.steps)
    claims.set(key, { ...claim, steps })
  }
  return [...claims.values()].reverse()
}

/**
 * Returns a filter for every event that changes the owner's permissions: each has the owner as its first indexed argument. Tokens
 * older than indexed arguments (CryptoKitties) cannot be found so.
 */
export function approvalFilter(owner: Address): Pick<LogFilter, 'topics'> {
  return { topics: [[...Object.values(APPROVAL_EVENTS), NONCE_INVALIDATION], topicOf(owner)] }
}

export function topicOf(address: Address): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

function claimOf(log: ChainLog): ApprovalClaim | null {
  const { blockNumber, transactionHash: hash } = log
  const [event, owner, token, spender] = log.topics
  if (log.address === PERMIT2 && event === NONCE_INVALIDATION) {
    if (!owner || !token || !spender) return null
    const parties = { owner: addressOf(owner), token: addressOf(token), spender: addressOf(spender) }
    return { kind: 'permit2', ...parties, tokenId: null, after: 0n, expiration: null, consumed: false, steps: [] }
  }
  const grant = grantOf({ ...log, index: log.logIndex, selector: '0x' })
  return grant === null ? null : { ...grant, steps: [{ blockNumber, hash, after: grant.after }] }
}

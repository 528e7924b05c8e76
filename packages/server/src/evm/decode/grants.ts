import type { Address, Hex } from '@redoubt/risk/address.ts'
import { addressAt, callData, type Read, wordAt } from './callData.ts'
import { addressFromWord, addressOf, type EmittedLog, wordsOf, ZERO_ADDRESS } from './emittedLogs.ts'

/** Deployed at one address on every chain by Uniswap; immutable. */
export const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

export const APPROVAL_EVENTS = {
  Approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  ApprovalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  Permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  Permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
  Permit2Lockdown: '0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4',
} as const satisfies Record<string, Hex>

/** `amount`: ERC-20 or Permit2 allowance. `token`: one ERC-721 token. `operator`: every token of a collection. */
type GrantKind = 'amount' | 'token' | 'operator' | 'permit2'

/** The permission that the last log about it claims. `consumed`: a spender used it up, rather than its owner changing it. */
export type ClaimedGrant = {
  kind: GrantKind
  token: Address
  owner: Address
  spender: Address
  tokenId: bigint | null
  after: bigint
  expiration: bigint | null
  consumed: boolean
}
export type GrantState = { amount: bigint; expiration: bigint | null }

const SPENDING: readonly Hex[] = ['0x23b872dd', '0x36c78516', '0x0d58b1db']

/**
 * The permissions that logs claim to have changed, each once, in order of their first log, with the last value.
 * An ERC-721 approval names no spender when it is withdrawn: the key is the token there.
 */
export function claimedGrants(logs: readonly EmittedLog[]): ClaimedGrant[] {
  const grants = new Map<string, ClaimedGrant>()
  for (const log of logs) {
    const grant = grantOf(log)
    if (grant === null) continue
    const spender = grant.kind === 'token' ? '' : grant.spender
    grants.set(`${grant.kind}:${grant.token}:${grant.owner}:${spender}:${grant.tokenId ?? ''}`, grant)
  }
  return [...grants.values()]
}

/** Returns the change that one log claims; null for any other log. */
export function grantOf(log: EmittedLog): ClaimedGrant | null {
  const [event, first, second, third] = log.topics
  const [word, next] = wordsOf(log.data, 2)
  const consumed = SPENDING.includes(log.selector)
  const base = { tokenId: null, expiration: null, consumed }
  if (event === undefined || first === undefined) return null
  const owner = addressOf(first)
  if (log.address === PERMIT2) {
    if (event === APPROVAL_EVENTS.Permit2Lockdown && word !== undefined && next !== undefined)
      return {
        ...base,
        kind: 'permit2',
        owner,
        token: addressFromWord(word),
        spender: addressFromWord(next),
        after: 0n,
      }
    if (event !== APPROVAL_EVENTS.Permit2Approval && event !== APPROVAL_EVENTS.Permit2Permit) return null
    if (!second || !third || word === undefined || next === undefined) return null
    const parties = { owner, token: addressOf(second), spender: addressOf(third) }
    return { ...base, kind: 'permit2', ...parties, after: word, expiration: next }
  }
  if (second === undefined) return null
  const parties = { owner, token: log.address, spender: addressOf(second) }
  if (event === APPROVAL_EVENTS.ApprovalForAll && word !== undefined)
    return { ...base, kind: 'operator', ...parties, after: word === 0n ? 0n : 1n }
  if (event !== APPROVAL_EVENTS.Approval) return null
  if (third !== undefined) {
    const after = parties.spender === ZERO_ADDRESS ? 0n : 1n
    // Every ERC-721 transfer clears the approval of the token and older contracts log it.
    return {
      ...base,
      kind: 'token',
      ...parties,
      tokenId: BigInt(third),
      after,
      consumed: after === 0n && !isApprove(log),
    }
  }
  return word === undefined ? null : { ...base, kind: 'amount', ...parties, after: word }
}

function isApprove({ selector }: EmittedLog): boolean {
  return selector === '0x095ea7b3'
}

/** The read that tells the permission's state. */
export function grantRead({ kind, token, owner, spender, tokenId }: ClaimedGrant): Read {
  switch (kind) {
    case 'amount':
      return { to: token, data: callData('allowance', owner, spender) }
    case 'token':
      return { to: token, data: callData('getApproved', tokenId ?? 0n) }
    case 'operator':
      return { to: token, data: callData('isApprovedForAll', owner, spender) }
    case 'permit2':
      return { to: PERMIT2, data: callData('permit2Allowance', owner, token, spender) }
  }
}

/** The state in the answer; null when there is none. An expired Permit2 allowance is none. */
export function grantState({ kind, spender }: ClaimedGrant, answer: Hex | null, now: bigint): GrantState | null {
  const amount = wordAt(answer)
  if (amount === null) return null
  if (kind === 'amount') return { amount, expiration: null }
  if (kind === 'operator') return { amount: amount === 0n ? 0n : 1n, expiration: null }
  if (kind === 'token')
    return { amount: spender !== ZERO_ADDRESS && addressAt(answer) === spender ? 1n : 0n, expiration: null }
  const expiration = wordAt(answer, 1)
  if (expiration === null) return null
  return { amount: expiration < now ? 0n : amount, expiration }
}

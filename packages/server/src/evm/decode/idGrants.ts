import type { Hex } from '@redoubt/risk/address.ts'
import { callData, type Read, wordAt } from './callData.ts'
import { addressOf, type EmittedLog, wordsOf } from './emittedLogs.ts'
import type { ClaimedGrant, GrantState } from './grants.ts'

/** OperatorSet(address,address,bool) and Approval(address,address,uint256,uint256) of ERC-6909. */
const OPERATOR_SET: Hex = '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267'
const APPROVAL: Hex = '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7'
/** transferFrom(address,address,uint256,uint256). */
const SPENDING: Hex = '0xfe99049a'

/** A permission of ERC-6909. `ids`: an operator moves every id. `id`: an amount of one id. */
export type IdGrant = Omit<ClaimedGrant, 'kind'> & { kind: 'ids' | 'id' }

/** The permissions of ERC-6909 that logs claim to have changed, each once, with the last value. */
export function idGrants(logs: readonly EmittedLog[]): IdGrant[] {
  const grants = new Map<string, IdGrant>()
  for (const log of logs) {
    const grant = idGrantOf(log)
    if (grant !== null) grants.set(`${grant.token}:${grant.owner}:${grant.spender}:${grant.tokenId ?? ''}`, grant)
  }
  return [...grants.values()]
}

function idGrantOf({ address, topics, data, selector }: EmittedLog): IdGrant | null {
  const [event, owner, spender, id] = topics
  const words = wordsOf(data, 2)
  const [value] = words
  if (!owner || !spender || value === undefined || words.length !== 1) return null
  const base = { token: address, owner: addressOf(owner), spender: addressOf(spender), expiration: null }
  if (event === OPERATOR_SET && id === undefined)
    return { ...base, kind: 'ids', tokenId: null, after: value === 0n ? 0n : 1n, consumed: false }
  if (event !== APPROVAL || id === undefined) return null
  return { ...base, kind: 'id', tokenId: BigInt(id), after: value, consumed: selector === SPENDING }
}

/** The read that tells the permission's state. */
export function idGrantRead({ token, owner, spender, tokenId }: IdGrant): Read {
  return tokenId === null
    ? { to: token, data: callData('isOperator', owner, spender) }
    : { to: token, data: callData('allowanceOfId', owner, spender, tokenId) }
}

/** The state in the answer; null when there is none. */
export function idGrantState({ kind }: IdGrant, answer: Hex | null): GrantState | null {
  const amount = wordAt(answer)
  if (amount === null) return null
  return { amount: kind === 'ids' && amount > 0n ? 1n : amount, expiration: null }
}

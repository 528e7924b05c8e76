import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { APPROVAL_EVENTS, PERMIT2 } from '../decode/grants.ts'
import type { ChainLog } from '../rpc/chainSource.ts'
import { approvalClaims, approvalFilter, topicOf } from './approvalClaims.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const [OWNER, SPENDER, OTHER, TOKEN] = [at('a'), at('b'), at('c'), at('d')]
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const NONCES: Hex = '0x55eb90d810e1700b35a8e7e25395ff7f2b2259abd7415ca2284dfb1c246418f3'
let order = 0
const log = (topics: Hex[], words: bigint[], more: Partial<ChainLog> = {}): ChainLog => ({
  address: TOKEN,
  topics,
  data: `0x${words.map((one) => word(one).slice(2)).join('')}`,
  blockNumber: BigInt(++order),
  transactionHash: word(BigInt(order)),
  logIndex: 0,
  ...more,
})
const approves = (spender: Address, amount: bigint, more: Partial<ChainLog> = {}) =>
  log([APPROVAL_EVENTS.Approval, topicOf(OWNER), topicOf(spender)], [amount], more)

describe('where approval events say to look', () => {
  test('one filter finds them all, by the owner', () => {
    const [events, owner] = approvalFilter(OWNER).topics ?? []
    assert.equal(owner, `0x${'0'.repeat(24)}${OWNER.slice(2)}`)
    assert.deepEqual(events, [...Object.values(APPROVAL_EVENTS), NONCES])
  })

  test('a pair is one claim with every step, whatever order the logs came in', () => {
    const logs = [approves(SPENDER, 5n), approves(OTHER, 1n), approves(SPENDER, 0n), approves(SPENDER, 9n)]
    const claims = approvalClaims(logs.toReversed())
    assert.deepEqual(
      claims.map(({ spender, steps }) => [spender, steps.map(({ after }) => after)]),
      [
        [SPENDER, [5n, 0n, 9n]],
        [OTHER, [1n]],
      ],
    )
    assert.deepEqual(approvalClaims(logs), claims)
  })

  test('items, collections, Permit2 in each of its events', () => {
    const item = log([APPROVAL_EVENTS.Approval, topicOf(OWNER), topicOf(SPENDER), word(7n)], [])
    const all = log([APPROVAL_EVENTS.ApprovalForAll, topicOf(OWNER), topicOf(SPENDER)], [1n])
    const pair = [topicOf(OWNER), topicOf(TOKEN), topicOf(SPENDER)]
    const inPermit2 = { address: PERMIT2 }
    const permit2 = log([APPROVAL_EVENTS.Permit2Approval, ...pair], [5n, 99n], inPermit2)
    const permit = log([APPROVAL_EVENTS.Permit2Permit, ...pair], [6n, 99n, 0n], inPermit2)
    const lockdown = log([APPROVAL_EVENTS.Permit2Lockdown, topicOf(OWNER)], [BigInt(TOKEN), BigInt(SPENDER)], inPermit2)
    const nonces = log([NONCES, ...pair], [2n, 1n], inPermit2)
    const claims = approvalClaims([item, all, permit2, permit, lockdown, nonces])
    assert.deepEqual(
      claims.map(({ kind, token, spender, tokenId, steps }) => [kind, token, spender, tokenId, steps.length]),
      [
        ['permit2', TOKEN, SPENDER, null, 3],
        ['operator', TOKEN, SPENDER, null, 1],
        ['token', TOKEN, SPENDER, 7n, 1],
      ],
    )
  })

  test('an invalidated nonce alone is a pair to read, with nothing given', () => {
    const logs = [log([NONCES, topicOf(OWNER), topicOf(TOKEN), topicOf(SPENDER)], [2n, 1n], { address: PERMIT2 })]
    assert.deepEqual(approvalClaims(logs)[0]?.steps, [])
  })

  test('only Permit2’s own logs count for Permit2, and other logs are left out', () => {
    const pair = [topicOf(OWNER), topicOf(TOKEN), topicOf(SPENDER)]
    assert.deepEqual(approvalClaims([log([APPROVAL_EVENTS.Permit2Approval, ...pair], [5n, 99n])]), [])
    assert.deepEqual(approvalClaims([log([NONCES, ...pair], [2n, 1n])]), [])
    assert.deepEqual(approvalClaims([log([APPROVAL_EVENTS.Approval, topicOf(OWNER), topicOf(SPENDER)], [])]), [])
    assert.deepEqual(approvalClaims([log([APPROVAL_EVENTS.Approval], [1n, 2n, 3n])]), [])
  })
})

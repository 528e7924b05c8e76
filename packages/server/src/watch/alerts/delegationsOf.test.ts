import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import type { WatchedAuthorization, WatchedTransaction } from '../ports.ts'
import { delegationsOf } from './judgeBlock.ts'
import { createWatchedSet } from './watchedSet.ts'

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const wallet = owner.address.toLowerCase() as Address
const DELEGATE: Address = `0x${'de'.repeat(20)}`
const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`
const SPONSOR: Address = `0x${'0b'.repeat(20)}`
const HASH: Hex = `0x${'01'.repeat(32)}`

async function signed(chainId: number, nonce = 3, address = DELEGATE): Promise<WatchedAuthorization> {
  const { r, s, yParity } = await owner.signAuthorization({ address, chainId, nonce })
  return { chainId: BigInt(chainId), address, nonce: BigInt(nonce), yParity: yParity ?? 0, r, s }
}
const sent = (change: Partial<WatchedTransaction> = {}): WatchedTransaction => ({
  hash: HASH,
  from: SPONSOR,
  to: SPONSOR,
  nonce: 0n,
  value: 0n,
  input: '0x',
  ...change,
})
async function found(authorizations: WatchedAuthorization[], watched = wallet) {
  const set = createWatchedSet(3)
  set.add(watched, 'ethereum')
  return delegationsOf({ chain: 'ethereum', transactions: [sent(), sent({ authorizations })] }, set)
}

test('the signer is found by the signature, for every sender', async () => {
  const [one, every, ...rest] = await found([await signed(1), await signed(0, 4)])
  assert.partialDeepStrictEqual(one, {
    kind: 'delegation',
    wallet,
    delegate: DELEGATE,
    nonce: 3n,
    initiator: SPONSOR,
  })
  assert.deepEqual([one?.position, every?.position, rest], ['delegation0', 'delegation1', []])
  assert.deepEqual(await found([await signed(1)], SPONSOR), [])
})

test('a delegation to an account without code ends it', async () => {
  const [one] = await found([await signed(1, 3, ZERO_ADDRESS)])
  assert.partialDeepStrictEqual(one, { wallet, delegate: null, nonce: 3n, position: 'delegation0' })
})

test('those of other networks and without a signature are none', async () => {
  const odd = await signed(1)
  const none = [await signed(56), await signed(56, 3, ZERO_ADDRESS), { ...odd, r: `0x${'0'.repeat(64)}` as const }]
  const junk = [
    { ...odd, yParity: 7 },
    { ...odd, nonce: 2n ** 64n },
    { ...odd, s: `0x${'f'.repeat(64)}` as const },
  ]
  assert.deepEqual(await found([...none, ...junk]), [])
})

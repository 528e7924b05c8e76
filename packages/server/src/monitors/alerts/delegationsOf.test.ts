import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hex } from '../../risk/facts.ts'
import type { WatchedAuthorization, WatchedTransaction } from '../ports.ts'
import { delegationsOf } from './delegationsOf.ts'
import { isApplied } from './isApplied.ts'
import { createWatchedSet } from './watchedSet.ts'

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const wallet = owner.address.toLowerCase() as Address
const DELEGATE: Address = `0x${'de'.repeat(20)}`
const SPONSOR: Address = `0x${'0b'.repeat(20)}`
const HASH: Hex = `0x${'01'.repeat(32)}`

async function signed(chainId: number, nonce = 3, address = DELEGATE): Promise<WatchedAuthorization> {
  const { r, s, yParity } = await owner.signAuthorization({ address, chainId, nonce })
  return { chainId: BigInt(chainId), address, nonce: BigInt(nonce), yParity: yParity ?? 0, r, s }
}
const sent = (change: Partial<WatchedTransaction> = {}): WatchedTransaction => ({
  ...{ hash: HASH, from: SPONSOR, to: SPONSOR, nonce: 0n, value: 0n, input: '0x', ...change },
})
async function found(authorizations: WatchedAuthorization[], watched = wallet) {
  const set = createWatchedSet(3)
  set.add(watched, 'ethereum')
  return delegationsOf({ chain: 'ethereum', transactions: [sent(), sent({ authorizations })] }, set)
}

test('who signed is found by the signature, whoever sends it', async () => {
  const [one, every, ...rest] = await found([await signed(1), await signed(0, 4)])
  assert.partialDeepStrictEqual(one, {
    kind: 'delegation',
    wallet,
    counterparty: DELEGATE,
    nonce: 3n,
    initiator: SPONSOR,
  })
  assert.deepEqual([one?.position, every?.position, rest], ['delegation0', 'delegation1', []])
  assert.deepEqual(await found([await signed(1)], SPONSOR), [])
})

test('those of other networks, of nobody’s code and without a signature are none', async () => {
  const odd = await signed(1)
  const none = [
    await signed(56),
    await signed(1, 3, `0x${'0'.repeat(40)}`),
    { ...odd, r: `0x${'0'.repeat(64)}` as const },
  ]
  const junk = [
    { ...odd, yParity: 7 },
    { ...odd, nonce: 2n ** 64n },
    { ...odd, s: `0x${'f'.repeat(64)}` as const },
  ]
  assert.deepEqual(await found([...none, ...junk]), [])
})

test('it counts where its nonce was used up, and by no transaction of the account', async () => {
  const [one] = await found([await signed(1)])
  assert.ok(one)
  const applied = async (before: bigint, after: bigint, own: bigint[] = []) => {
    const transactions = own.map((nonce) => sent({ from: wallet, nonce }))
    return (await isApplied(one, { transactions }, { nonces: async () => ({ value: { before, after } }) }))?.value
  }
  assert.deepEqual([await applied(3n, 4n), await applied(2n, 4n, [2n]), await applied(3n, 5n)], [true, true, true])
  assert.deepEqual([await applied(4n, 5n), await applied(3n, 3n), await applied(3n, 4n, [3n])], [false, false, false])
  assert.equal(await isApplied(one, { transactions: [] }, { nonces: async () => null }), null)
})

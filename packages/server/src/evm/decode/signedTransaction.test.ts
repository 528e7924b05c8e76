import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { keccak256, parseGwei, parseTransaction, serializeTransaction } from 'viem/utils'
import { readSignedTransaction } from './signedTransaction.ts'

const account = privateKeyToAccount(`0x${'4c'.repeat(32)}`)
const TO = '0x00000000000000000000000000000000000000b0'
const common = { chainId: 1, nonce: 7, gas: 50_000n, to: TO, value: 3n, data: '0xabcdef01' } as const
const fees = { maxFeePerGas: parseGwei('30'), maxPriorityFeePerGas: parseGwei('2') }
const accessList = [{ address: TO, storageKeys: [`0x${'0'.repeat(63)}1`] }] as const
const BLOB = `0x01${'ab'.repeat(31)}` as const

describe('readSignedTransaction', () => {
  const cases = {
    legacy: { ...common, type: 'legacy', gasPrice: 5n },
    'EIP-2930': { ...common, type: 'eip2930', gasPrice: 5n, accessList },
    'EIP-1559': { ...common, type: 'eip1559', ...fees, accessList },
    'EIP-4844': { ...common, type: 'eip4844', ...fees, blobVersionedHashes: [BLOB], maxFeePerBlobGas: 9n },
    'a creation': { ...common, to: null, type: 'eip1559', ...fees },
    'nothing but zeros': { chainId: 1, nonce: 0, gas: 0n, to: TO, type: 'eip1559', maxFeePerGas: 0n },
  } as const
  for (const [name, given] of Object.entries(cases))
    test(`${name} comes back with its members, its sender and its hash`, async () => {
      const raw = await account.signTransaction(given as never)
      const { hash, members, transaction } = await readSignedTransaction(raw, 1)
      assert.equal(hash, keccak256(raw))
      assert.equal(transaction.from, account.address.toLowerCase())
      assert.deepEqual(
        [transaction.to, transaction.value, transaction.data, transaction.nonce],
        [given.to, 'value' in given ? given.value : 0n, 'data' in given ? given.data : '0x', BigInt(given.nonce)],
      )
      assert.deepEqual([members.from, members.nonce, members.chainId], [transaction.from, given.nonce, 1])
      if ('gasPrice' in given) assert.deepEqual([transaction.gasPrice, members.gasPrice], [5n, '5'])
      else assert.deepEqual([transaction.gasPrice, members.gasPrice], [undefined, null])
      if ('blobVersionedHashes' in given) assert.deepEqual(transaction.blobVersionedHashes, [BLOB])
    })

  test('a delegation names its authority’s signature (EIP-7702)', async () => {
    const authority = privateKeyToAccount(generatePrivateKey())
    const authorization = await authority.signAuthorization({ address: TO, chainId: 1, nonce: 2 })
    const raw = await account.signTransaction({
      ...common,
      ...fees,
      type: 'eip7702',
      authorizationList: [authorization],
    })
    const { transaction, members } = await readSignedTransaction(raw, 1)
    assert.equal(members.type, 4)
    assert.deepEqual(transaction.authorizationList, [
      { chainId: 1, address: TO, nonce: 2n, yParity: authorization.yParity, r: authorization.r, s: authorization.s },
    ])
  })

  test('a blob transaction with its blobs has the hash and the sender of the one without', async () => {
    const sidecars = [
      { blob: `0x${'00'.repeat(131_072)}`, commitment: `0x${'c0'.repeat(48)}`, proof: `0x${'c0'.repeat(48)}` },
    ] as const
    const bare = { ...cases['EIP-4844'] } as const
    const signed = await account.signTransaction({ ...bare } as never)
    const { hash } = await readSignedTransaction(signed, 1)
    const { r, s, yParity } = parsedSignature(signed)
    const raw = serializeTransaction({ ...bare, sidecars } as never, { r, s, yParity })
    assert.ok(raw.length > 262_000)
    const read = await readSignedTransaction(raw, 1)
    assert.deepEqual([read.hash, read.members.from], [hash, account.address.toLowerCase()])
  })

  const signed = () => account.signTransaction({ ...common, ...fees, type: 'eip1559' })
  const refusals: Record<string, [() => Promise<unknown> | unknown, RegExp]> = {
    'another chain': [() => account.signTransaction({ ...common, ...fees, chainId: 56, type: 'eip1559' }), /chain 56/],
    'no chain': [
      () => account.signTransaction({ ...common, chainId: undefined, type: 'legacy', gasPrice: 1n } as never),
      /EIP-155/,
    ],
    'no signature': [() => serializeTransaction({ ...common, ...fees, type: 'eip1559' }), /not signed|canonical/],
    'bytes behind it': [async () => `${await signed()}00`, /no transaction|canonical/],
    'an unknown type': [async () => `0x7f${(await signed()).slice(4)}`, /known type/],
    'an object': [() => ({}), /expected a signed/],
    'half a byte': [() => '0x021', /expected a signed/],
    'a large s': [
      async () => {
        const { r, s, yParity } = parsedSignature(await signed())
        const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
        const other = { r, s: `0x${(order - BigInt(s)).toString(16)}` as const, yParity: 1 - yParity }
        return serializeTransaction({ ...common, ...fees, type: 'eip1559' }, other)
      },
      /malleable/,
    ],
  }
  for (const [name, [make, reason]] of Object.entries(refusals))
    test(`${name} is refused`, async () => {
      await assert.rejects(readSignedTransaction(await make(), 1), { name: 'InvalidInput', message: reason })
    })
})

function parsedSignature(raw: string): { r: `0x${string}`; s: `0x${string}`; yParity: number } {
  const {
    r = '0x',
    s = '0x',
    yParity = 0,
  } = parseTransaction(raw as never) as never as Partial<ReturnType<typeof parsedSignature>>
  return { r, s, yParity }
}

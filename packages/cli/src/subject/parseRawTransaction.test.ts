import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serializeTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseRawTransaction } from './parseRawTransaction.ts'

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const TO = '0x00000000000000000000000000000000000000aa'
const fields = { chainId: 56, to: TO, value: 5n, nonce: 7, gas: 21_000n, data: '0x4e71d92d' } as const

test('a signed transaction has its sender, its network and every member that it signs', async () => {
  const raw = await signer.signTransaction({ ...fields, type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n })
  const { from, chain, to, value, data, nonce, ...rest } = await parseRawTransaction(raw, undefined)
  assert.deepEqual(
    { from, chain, to, value, data, nonce },
    { from: signer.address, chain: 'bsc', to: TO, value: 5n, data: '0x4e71d92d', nonce: 7 },
  )
  assert.equal(rest.maxFeePerGas, 9n)
  assert.ok(!('v' in rest || 'type' in rest || 'chainId' in rest))
})

test('a legacy transaction, and a contract creation', async () => {
  const raw = await signer.signTransaction({ ...fields, type: 'legacy', gasPrice: 9n })
  assert.equal((await parseRawTransaction(raw, undefined)).from, signer.address)
  await assert.rejects(parseRawTransaction(raw, TO), { name: 'UsageError', message: /--from .* did not sign/ })
  const creation = await signer.signTransaction({ chainId: 1, type: 'legacy', gasPrice: 9n, data: '0x6000' })
  assert.equal((await parseRawTransaction(creation, undefined)).to, null)
})

test('an unsigned transaction needs its sender; other bytes are refused', async () => {
  const raw = serializeTransaction({ ...fields, type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n })
  await assert.rejects(parseRawTransaction(raw, undefined), { name: 'UsageError', message: /--from/ })
  assert.equal((await parseRawTransaction(raw, TO)).from, TO)
  await assert.rejects(parseRawTransaction(`0x02f870${'00'.repeat(50)}`, TO), { message: /no raw transaction/ })
  const far = await signer.signTransaction({ ...fields, chainId: 250, type: 'legacy', gasPrice: 9n })
  await assert.rejects(parseRawTransaction(far, undefined), { message: /network 250 .*--chain/ })
})

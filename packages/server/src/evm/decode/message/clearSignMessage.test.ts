import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearSignMessage } from './clearSignMessage.ts'
import { parseMessage } from './parseMessage.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ORDER = {
  types: {
    Order: [
      ...['owner', 'beneficiary', 'srcToken', 'destToken'].map((name) => ({ name, type: 'address' })),
      ...['srcAmount', 'destAmount', 'deadline'].map((name) => ({ name, type: 'uint256' })),
      { name: 'bridge', type: 'Bridge' },
    ],
    Bridge: [{ name: 'destinationChainId', type: 'uint256' }],
  },
  primaryType: 'Order',
  domain: { name: 'Velora', chainId: 1, verifyingContract: '0x6a000f20005980200259b80c5102003040001068' },
  message: {
    owner: USDC,
    beneficiary: USDC,
    srcToken: USDC,
    destToken: USDC,
    srcAmount: '2500000000',
    destAmount: '7',
    deadline: '1776729600',
    bridge: { destinationChainId: '1' },
  },
}
const read = (typedData: unknown) => parseMessage({ account: USDC, method: 'eth_signTypedData_v4', typedData })

test('an order is said in the words of its project, nested types included', () => {
  const clear = clearSignMessage(read(ORDER))
  assert.equal(clear?.intent, 'Swap order')
  const [amount] = clear?.fields ?? []
  assert.equal(amount?.label, 'Amount to send')
  assert.deepEqual(amount?.values[0], {
    ...(amount?.values[0] as object),
    as: 'amount',
    amount: 2_500_000_000n,
    token: USDC,
  })
})

test('an undescribed type, a renamed domain and a text are left as they are', () => {
  assert.equal(clearSignMessage(read({ ...ORDER, domain: { ...ORDER.domain, name: 'Somebody' } })), null)
  const types = { Mail: [{ name: 'text', type: 'string' }] }
  const mail = read({ types, primaryType: 'Mail', domain: { name: 'Velora' }, message: { text: 'hello' } })
  assert.equal(clearSignMessage(mail), null)
  assert.equal(clearSignMessage(parseMessage({ account: USDC, method: 'personal_sign', message: 'hello' })), null)
})

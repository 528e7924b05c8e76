import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearSignMessage } from './clearSignMessage.ts'
import { parseMessage } from './parseMessage.ts'
import { OTHER, parseTyped, SIGNER, TOKEN } from './testTypedData.ts'

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

const AUTHORIZATION =
  'WithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const details = (token: string, amount: number) => ({ token, amount, expiration: 1_800_000_000, nonce: 0 })
const PAYMENT = {
  from: SIGNER,
  to: OTHER,
  value: 5,
  validAfter: 0,
  validBefore: 1_800_000_000,
  nonce: `0x${'00'.repeat(32)}`,
}

/** Amounts with the token that they are of, as base units. */
const STANDARD: [string, string, Record<string, unknown>, [string, bigint, string][]][] = [
  [
    'EIP-2612',
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    { owner: SIGNER, spender: OTHER, value: 5, nonce: 0, deadline: 1_800_000_000 },
    [['Amount', 5n, TOKEN]],
  ],
  ['EIP-3009', `Transfer${AUTHORIZATION}`, PAYMENT, [['Amount', 5n, TOKEN]]],
  ['EIP-3009, received', `Receive${AUTHORIZATION}`, PAYMENT, [['Amount', 5n, TOKEN]]],
  [
    'Permit2',
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
    { details: [details(TOKEN, 5), details(USDC, 6)], spender: OTHER, sigDeadline: 1_800_000_000 },
    [
      ['Amount', 5n, TOKEN],
      ['Amount', 6n, USDC],
    ],
  ],
  [
    'Permit2 with an order',
    'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Order order)Order(uint256 id)TokenPermissions(address token,uint256 amount)',
    {
      permitted: { token: USDC, amount: 6 },
      spender: OTHER,
      nonce: 0,
      deadline: 1_800_000_000,
      order: { id: 1 },
    },
    [['Amount', 6n, USDC]],
  ],
  [
    'Permit2 with an order, several tokens',
    'PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,Order order)Order(uint256 id)TokenPermissions(address token,uint256 amount)',
    {
      permitted: [
        { token: TOKEN, amount: 5 },
        { token: USDC, amount: 6 },
      ],
      spender: OTHER,
      nonce: 0,
      deadline: 1_800_000_000,
      order: { id: 1 },
    },
    [
      ['Amount', 5n, TOKEN],
      ['Amount', 6n, USDC],
    ],
  ],
]
for (const [name, type, message, expected] of STANDARD)
  test(`a message of ${name} is shown in units of its token, whatever token; nothing is said of its intent`, () => {
    const clear = clearSignMessage(parseTyped(type, message, { verifyingContract: TOKEN }))
    assert.equal(clear?.intent, null)
    const amounts = (clear?.fields ?? []).flatMap(({ label, values }) =>
      values.flatMap((value) => (value.as === 'amount' ? [[label, value.amount, value.token]] : [])),
    )
    assert.deepEqual(amounts, expected)
    const deadlines = (clear?.fields ?? []).filter(({ values }) =>
      values.some((value) => value.as === 'text' && / UTC$/.test(value.text)),
    )
    assert.ok(deadlines.length >= 1)
  })

test('an item stays an item, a cancellation names its owner, and DAI writes 0 for no end', () => {
  const shown = (type: string, message: Record<string, unknown>) =>
    clearSignMessage(parseTyped(type, message, { verifyingContract: TOKEN }))?.fields.map(
      ({ label, values: [value] }) => [
        label,
        value?.as === 'item' ? `#${value.id}` : value?.as === 'text' ? value.text : value?.as,
      ],
    )
  assert.deepEqual(
    shown('Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)', {
      spender: OTHER,
      tokenId: 7,
      nonce: 0,
      deadline: 1_796_119_200,
    }),
    [
      ['Spender', 'address'],
      ['Item', '#7'],
      ['Deadline', '2026-12-01 10:00 UTC'],
    ],
  )
  assert.deepEqual(
    shown('CancelAuthorization(address authorizer,bytes32 nonce)', { authorizer: SIGNER, nonce: PAYMENT.nonce }),
    [['Owner', 'address']],
  )
  const dai = { holder: SIGNER, spender: OTHER, nonce: 0, expiry: 0, allowed: true }
  assert.deepEqual(
    shown('Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)', dai)?.at(-1),
    ['Deadline', 'never'],
  )
})

test('a type that only ends like one of Permit2 has no display', () => {
  const type =
    'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Order order)Order(uint256 id)TokenPermissions(address token,uint128 amount)'
  const permitted = { token: USDC, amount: 6 }
  const message = { permitted, spender: OTHER, nonce: 0, deadline: 1_800_000_000, order: { id: 1 } }
  assert.equal(clearSignMessage(parseTyped(type, message, { verifyingContract: TOKEN })), null)
})

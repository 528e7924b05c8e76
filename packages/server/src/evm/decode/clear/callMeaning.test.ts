import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type Abi, encodeFunctionData, parseAbi } from 'viem'
import { decodeCall } from '../decodeCall.ts'

const AAVE: Address = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
const USDC: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const NATIVE: Address = `0x${'e'.repeat(40)}`
const LIFI: Address = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
const OTHER_ACCOUNT: Address = '0x52a7e3b57c481bcc01cd75938412fbd92242ece1'
const MAX = 2n ** 256n - 1n
const encode = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}` as string]) as Abi, args })
const meaningOf = (to: Address, data: Hex, value = 0n) =>
  decodeCall({ to, value, data }, { chain: 'ethereum', from: OTHER_ACCOUNT }).meaning
const SUPPLY = 'supply(address asset,uint256 amount,address onBehalfOf,uint16 referralCode)'

test('a call in the words of its project, with the token that the call itself names', () => {
  const meaning = meaningOf(AAVE, encode(SUPPLY, [USDC, 5_000_000n, OTHER_ACCOUNT, 0]))
  assert.equal(meaning?.intent, 'Supply')
  assert.equal(meaning?.owner, 'Aave')
  const [amount, recipient] = meaning?.fields ?? []
  assert.equal(amount?.label, 'Amount to supply')
  assert.equal(amount?.parameter, 1)
  const [shown] = amount?.values ?? []
  assert.ok(shown?.as === 'amount')
  assert.deepEqual(
    [shown.amount, shown.token, shown.listed?.symbol, shown.listed?.decimals],
    [5_000_000n, USDC, 'USDC', 6],
  )
  assert.deepEqual(recipient?.values, [{ as: 'address', address: OTHER_ACCOUNT }])
})

test('the same call of another contract has no intent and no owner: its descriptor binds no other contract', () => {
  const meaning = meaningOf(OTHER_ACCOUNT, encode(SUPPLY, [USDC, 5n, OTHER_ACCOUNT, 0]))
  assert.deepEqual([meaning?.intent, meaning?.owner], [null, null])
  assert.equal(meaning?.fields[0]?.label, 'Amount to supply')
})

test('the greatest amount is what the descriptor calls it, else unlimited', () => {
  const withdraw = meaningOf(AAVE, encode('withdraw(address,uint256,address)', [USDC, MAX, OTHER_ACCOUNT]))
  const approve = meaningOf(USDC, encode('approve(address,uint256)', [OTHER_ACCOUNT, MAX]))
  const allOf = (meaning: typeof approve) =>
    meaning?.fields.flatMap(({ values }) => values.flatMap((one) => (one.as === 'amount' ? [one.all] : [])))
  assert.deepEqual(allOf(withdraw), ['Max'])
  assert.deepEqual(allOf(approve), ['unlimited'])
})

test('paths lead into lists of structs, from either end, and to the value sent', () => {
  const data = encode(
    'swapTokensMultipleV3NativeToERC20(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool)[])',
    [
      `0x${'0'.repeat(64)}`,
      '',
      '',
      OTHER_ACCOUNT,
      7n,
      [
        [AAVE, AAVE, NATIVE, OTHER_ACCOUNT, 1n, '0x', false],
        [AAVE, AAVE, OTHER_ACCOUNT, USDC, 2n, '0x', false],
      ],
    ],
  )
  const fields = meaningOf(LIFI, data, 9n)?.fields ?? []
  const amounts = fields.flatMap(({ values }) =>
    values.flatMap((one) => (one.as === 'amount' ? [[one.amount, one.token]] : [])),
  )
  assert.deepEqual(amounts, [
    [9n, null],
    [7n, USDC],
  ])
})

test('a project’s own units are not lent to others: an allowance is of the token called, elsewhere a number is a number', () => {
  const added = meaningOf(USDC, encode('increaseAllowance(address,uint256)', [OTHER_ACCOUNT, 5n]))
  const amounts = added?.fields.flatMap(({ values }) => values.filter(({ as }) => as === 'amount'))
  assert.deepEqual(
    amounts?.map((one) => one.as === 'amount' && one.token),
    [USDC],
  )
  const paid = meaningOf(OTHER_ACCOUNT, encode('repayETH(address,uint256,address)', [AAVE, 5n, OTHER_ACCOUNT]))
  assert.deepEqual(
    paid?.fields.flatMap(({ values }) => values.filter(({ as }) => as === 'amount')),
    [],
  )
})

test('an amount of an unknown token stays a number', () => {
  const data = encode('uniswapV3Swap(uint256,uint256,uint256[])', [10n, 20n, [1n]])
  const fields = meaningOf('0x1111111254eeb25477b68fb85ed929f73a960582', data)?.fields ?? []
  const [amount] = fields.find(({ label }) => /send/i.test(label))?.values ?? []
  assert.deepEqual(amount, { as: 'text', text: '10' })
})

test('times are times, also where no project describes them', () => {
  const data = encode('swapExactETHForTokens(uint256,address[],address,uint256)', [
    1n,
    [USDC, OTHER_ACCOUNT],
    OTHER_ACCOUNT,
    1_796_119_200n,
  ])
  const fields = meaningOf(OTHER_ACCOUNT, data)?.fields ?? []
  assert.deepEqual(fields.find(({ label }) => label === 'Deadline')?.values, [
    { as: 'text', text: '2026-12-01 10:00 UTC' },
  ])
  const never = encode('swapExactETHForTokens(uint256,address[],address,uint256)', [1n, [USDC], OTHER_ACCOUNT, MAX])
  assert.deepEqual(meaningOf(OTHER_ACCOUNT, never)?.fields.find(({ label }) => label === 'Deadline')?.values, [
    { as: 'text', text: 'never' },
  ])
})

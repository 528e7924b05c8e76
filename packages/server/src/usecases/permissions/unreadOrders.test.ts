import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { blurOf } from '../../domain/signedTerms.ts'
import { typesOf } from '../../evm/decode/message/testTypedData.ts'
import { scannedMessage } from '../../evm/permissions/testing/scannedMessage.ts'
import { marketOrders } from '../../testing/marketMessages.ts'
import { signaturesOf } from './keptSignatures.ts'

const [OWNER, KEEPER, SELLS, BUYS, OTHER] = ['2', 'a', 'b', 'c', 'd'].map(
  (digit): Address => `0x${digit.repeat(40)}`,
) as [Address, Address, Address, Address, Address]
const NOW = 1_800_000_000
const listed = (typedData: object) =>
  signaturesOf([scannedMessage(typedData as { primaryType: string }, OWNER)], {
    chain: 'ethereum',
    owner: OWNER,
    now: NOW,
  }).signatures
const blur = (orderType: number, trader = OWNER) => {
  const sale = { chainId: 1, keeper: KEEPER, maker: trader, sells: { token: SELLS, amount: 10n } }
  const made = marketOrders({ ...sale, buys: { token: BUYS, amount: 9n }, until: NOW + 60, origin: OTHER })
  const order = made['Blur v2'] as unknown as { message: object }
  return { ...order, message: { ...order.message, orderType } }
}
const typed = (type: string, message: object, verifyingContract: Address | undefined = KEEPER) => ({
  domain: { name: 'Some Exchange', version: '2', chainId: 1, ...(verifyingContract && { verifyingContract }) },
  primaryType: type.slice(0, type.indexOf('(')),
  types: typesOf(type),
  message,
})
const ONE_INCH_2 =
  'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,bytes makerAssetData,bytes takerAssetData,bytes getMakerAmount,bytes getTakerAmount,bytes predicate,bytes permit,bytes interaction)'
const oneInch2 = {
  ...Object.fromEntries(
    'makerAssetData takerAssetData getMakerAmount getTakerAmount predicate permit interaction'
      .split(' ')
      .map((name) => [name, '0x']),
  ),
  salt: '1',
  makerAsset: SELLS,
  takerAsset: BUYS,
  maker: OWNER,
  receiver: OWNER,
  allowedSender: OTHER,
  makingAmount: '10',
  takingAmount: '9',
}
const SWAP =
  'Intent(address user,address inputToken,uint256 inputAmount,address outputToken,uint256 minimum,uint256 deadline)'
const swap = { user: OWNER, inputToken: SELLS, inputAmount: '5', outputToken: BUYS, minimum: '4', deadline: '0' }

describe('orders whose terms are not read', () => {
  test('a bid of Blur’s second version, by its nonce; a listing is listed once, as what it is', () => {
    const [bid, ...more] = listed(blur(1))
    assert.deepEqual(
      [more.length, bid?.standard, bid?.keeper, blurOf(bid?.terms), bid?.description],
      [0, 'blur-order-signature', KEEPER, { version: 2, nonce: 2n }, 'A bid whose price is hidden by a hash'],
    )
    assert.deepEqual(
      listed(blur(0)).map(({ description }) => description.startsWith('A bid')),
      [false],
    )
    assert.deepEqual(listed(blur(1, OTHER)), [])
  })

  const cases: [string, object, boolean][] = [
    ['1inch, version 2', typed(ONE_INCH_2, oneInch2), true],
    [
      'a type that is called an order, of any members',
      typed('BuyOrder(address buyer,bytes terms)', { buyer: OWNER, terms: '0x' }),
      true,
    ],
    ['two assets and the owner; a deadline of 0 is no end', typed(SWAP, swap), true],
    ['whose deadline is over', typed(SWAP, { ...swap, deadline: '9' }), false],
    ['of another account', typed(SWAP, { ...swap, user: OTHER }), false],
    ['that no contract checks', { ...typed(SWAP, swap), domain: { name: 'Some Exchange', chainId: 1 } }, false],
    [
      'of one asset',
      typed('Deposit(address user,address token,uint256 amount)', { user: OWNER, token: SELLS, amount: '5' }),
      false,
    ],
    ['a vote', typed('Vote(address voter,uint256 proposal)', { voter: OWNER, proposal: '5' }), false],
  ]
  for (const [name, typedData, isListed] of cases)
    test(name, () =>
      assert.deepEqual(
        listed(typedData).map(({ standard, assets }) => [standard, assets]),
        isListed ? [['other-order-signature', []]] : [],
      ),
    )
})

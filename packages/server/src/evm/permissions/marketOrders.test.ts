import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { hashTypedData } from 'viem/utils'
import { orderPlace } from '../../usecases/permissions/signatureTerms.ts'
import { typesOf } from '../decode/message/testTypedData.ts'
import type { RightPlace } from './rightPlace.ts'
import { isCounted, SIGNED_STANDARDS, type SignedStandard } from './signedStandards.ts'
import { keptOrder } from './testing/keptOrder.ts'

const OWNER: Address = `0x${'21'.repeat(20)}`
const [KEEPER, SELLS, BUYS, ORIGIN] = ['a', 'b', 'c', 'd'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const ZERO: Address = `0x${'0'.repeat(40)}`
const NFT_HEAD =
  'uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees'
const NFT_TAIL =
  'Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)'
const NFT_ORDER = {
  direction: 0,
  maker: OWNER,
  taker: ZERO,
  expiry: '1900000000',
  nonce: String((5n << 8n) | 3n),
  erc20Token: BUYS,
  erc20TokenAmount: '1000',
  fees: [{ recipient: SELLS, amount: '10', feeData: '0x0102' }],
}
const LIMITS = { makerAsset: SELLS, takerAsset: BUYS, maker: OWNER, makingAmount: '10', takingAmount: '9' }
const INFO = (1_900_000_000n << 64n) | (5n << 8n) | 7n

type Case = { type: string; domain: string; message: object }
const CASES = {
  '1inch RFQ': {
    type: 'OrderRFQ(uint256 info,address makerAsset,address takerAsset,address maker,address allowedSender,uint256 makingAmount,uint256 takingAmount)',
    domain: '1inch Limit Order Protocol',
    message: { ...LIMITS, info: String(INFO), allowedSender: ZERO },
  },
  '1inch v3': {
    type: 'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
    domain: '1inch Aggregation Router',
    message: { ...LIMITS, salt: '4', receiver: ZERO, allowedSender: ZERO, offsets: '0', interactions: '0x0102' },
  },
  ParaSwap: {
    type: 'Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)',
    domain: 'AUGUSTUS RFQ',
    message: {
      nonceAndMeta: '7',
      expiry: '1900000000',
      makerAsset: SELLS,
      takerAsset: BUYS,
      maker: OWNER,
      taker: ZERO,
      makerAmount: '10',
      takerAmount: '9',
    },
  },
  '0x OTC': {
    type: 'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
    domain: 'ZeroEx',
    message: {
      makerToken: SELLS,
      takerToken: BUYS,
      makerAmount: '10',
      takerAmount: '9',
      maker: OWNER,
      taker: ZERO,
      txOrigin: ORIGIN,
      expiryAndNonce: String((1_900_000_000n << 192n) | (6n << 128n) | 8n),
    },
  },
  '0x ERC-721': {
    type: `ERC721Order(${NFT_HEAD},address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)${NFT_TAIL}`,
    domain: 'ZeroEx',
    message: { ...NFT_ORDER, erc721Token: SELLS, erc721TokenId: '1', erc721TokenProperties: [] },
  },
  '0x ERC-1155': {
    type: `ERC1155Order(${NFT_HEAD},address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)${NFT_TAIL}`,
    domain: 'ZeroEx',
    message: {
      ...NFT_ORDER,
      erc1155Token: SELLS,
      erc1155TokenId: '1',
      erc1155TokenProperties: [{ propertyValidator: ZERO, propertyData: '0x' }],
      erc1155TokenAmount: '4',
    },
  },
  Blur: {
    type: 'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
    domain: 'Blur Exchange',
    message: {
      trader: OWNER,
      side: 1,
      matchingPolicy: SELLS,
      collection: SELLS,
      tokenId: '1',
      amount: '1',
      paymentToken: ZERO,
      price: '5',
      listingTime: '1',
      expirationTime: '1900000000',
      fees: [],
      salt: '1',
      extraParams: '0x',
      nonce: '2',
    },
  },
  'Blur v2': {
    type: 'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)',
    domain: 'Blur Exchange',
    message: {
      trader: OWNER,
      collection: SELLS,
      listingsRoot: `0x${'07'.repeat(32)}`,
      numberOfListings: '3',
      expirationTime: '1900000000',
      assetType: 0,
      makerFee: { recipient: ZERO, rate: 0 },
      salt: '1',
      orderType: 0,
      nonce: '2',
    },
  },
  'LooksRare v1': {
    type: 'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,uint256 endTime,uint256 minPercentageToAsk,bytes params)',
    domain: 'LooksRareExchange',
    message: {
      isOrderAsk: true,
      signer: OWNER,
      collection: SELLS,
      price: '5',
      tokenId: '1',
      amount: '1',
      strategy: BUYS,
      currency: BUYS,
      nonce: '9',
      startTime: '1',
      endTime: '1900000000',
      minPercentageToAsk: '8500',
      params: '0x',
    },
  },
  'LooksRare v2': {
    type: 'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
    domain: 'LooksRareProtocol',
    message: {
      quoteType: 1,
      globalNonce: '3',
      subsetNonce: '4',
      orderNonce: '9',
      strategyId: '0',
      collectionType: 0,
      collection: SELLS,
      currency: ZERO,
      signer: OWNER,
      startTime: '1',
      endTime: '1900000000',
      price: '5',
      itemIds: ['1'],
      amounts: ['1'],
      additionalParameters: '0x',
    },
  },
} as const satisfies Record<string, Case>
type Name = keyof typeof CASES

const typedDataOf = ({ type, domain, message }: Case) => ({
  domain: { name: domain, version: '1', chainId: 1, verifyingContract: KEEPER },
  primaryType: type.split('(')[0] ?? '',
  types: typesOf(type),
  message,
})
function placed(name: Name): { place: RightPlace; standard: SignedStandard; digest: Hex; hash: Hex } {
  const typedData = typedDataOf(CASES[name])
  const { place, message } = keptOrder(typedData, OWNER)
  assert.ok(place?.terms, name)
  const { standard, id, terms } = place
  return {
    standard: standard as SignedStandard,
    place: { standard, keeper: KEEPER, holder: KEEPER, id, terms },
    digest: hashTypedData(typedData as never),
    hash: message.digests?.messageHash ?? assert.fail(),
  }
}
const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0')
const words = (...values: (bigint | number)[]): Hex => `0x${values.map(word).join('')}`
const stateOf = (name: Name, answers: readonly (Hex | null)[], owner = OWNER) => {
  const { standard, place } = placed(name)
  return SIGNED_STANDARDS[standard].state(answers, { owner, place, now: 0n })
}

describe('orders of other exchanges', () => {
  test('each is known by what its contract counts by', () => {
    const byDigest: Name[] = ['1inch RFQ', '1inch v3', 'ParaSwap', '0x OTC', '0x ERC-721', '0x ERC-1155']
    for (const name of byDigest) assert.equal(placed(name).place.id, BigInt(placed(name).digest), name)
    for (const name of ['Blur', 'Blur v2', 'LooksRare v1', 'LooksRare v2'] as const)
      assert.equal(placed(name).place.id, BigInt(placed(name).hash), name)
  })

  test('their contracts are asked, and told, by the functions that they publish', () => {
    // Selectors as block explorers show them for the deployed contracts.
    const published: [Name, reads: Hex[], end: Hex | null][] = [
      ['1inch RFQ', ['0x56f16124'], '0x825caba1'],
      ['1inch v3', ['0x7e54f092'], '0x2d9a56f6'],
      ['0x OTC', ['0x59ebfb45'], null],
      ['0x ERC-721', ['0x030b2730'], '0xbe167b9d'],
      ['0x ERC-1155', [], '0x06d2596b'],
    ]
    for (const [name, reads, end] of published) {
      const { standard, place } = placed(name)
      const made = SIGNED_STANDARDS[standard]
      const asked = made.reads(OWNER, place).map(({ data }) => data.slice(0, 10))
      if (reads.length > 0) assert.deepEqual(asked, reads, name)
      assert.equal(made.end?.(place, OWNER)?.data.slice(0, 10) ?? null, end, name)
    }
  })

  test('a quote and an item of 0x are one bit of a word each', () => {
    for (const [name, slot, bit] of [
      ['1inch RFQ', 5n, 7n],
      ['0x ERC-721', 5n, 3n],
    ] as const) {
      const { standard, place } = placed(name)
      const [read] = SIGNED_STANDARDS[standard].reads(OWNER, place)
      assert.equal(BigInt(`0x${read?.data.slice(-64)}`), slot, name)
      const all = 2n ** 256n - 1n
      assert.deepEqual(
        [words(1n << bit), words(all ^ (1n << bit)), words(0n), null].map((answer) => stateOf(name, [answer])),
        [0n, WHOLE, WHOLE, null],
        name,
      )
    }
  })

  test('what is left plus one: 0 was never touched, 1 is over', () => {
    for (const name of ['1inch v3', 'ParaSwap'] as const)
      assert.deepEqual(
        [0, 1, 6, 11].map((kept) => stateOf(name, [words(kept)])),
        [WHOLE, 0n, WHOLE / 2n, WHOLE],
        name,
      )
  })

  test('0x OTC: a later nonce of the same sender ends it, and nothing of its maker', () => {
    const { standard, place } = placed('0x OTC')
    const [read] = SIGNED_STANDARDS[standard].reads(OWNER, place)
    assert.equal(read?.data.slice(10), `${ORIGIN.slice(2).padStart(64, '0')}${word(6)}`)
    assert.deepEqual(
      [0, 7, 8, 9].map((last) => stateOf('0x OTC', [words(last)])),
      [WHOLE, WHOLE, 0n, 0n],
    )
    assert.equal(stateOf('0x OTC', [words(0)], BUYS), 0n)
  })

  test('0x ERC-1155: what is left of the amount, of the order that was hashed', () => {
    const { place } = placed('0x ERC-1155')
    const id = place.id ?? 0n
    assert.deepEqual(
      [words(id, 1, 4, 4), words(id, 1, 4, 1), words(id, 2, 4, 4), words(id + 1n, 1, 4, 4), words(id)].map((info) =>
        stateOf('0x ERC-1155', [info]),
      ),
      [WHOLE, WHOLE / 4n, 0n, null, null],
    )
  })

  test('Blur: one counter for all, and the first version keeps what was filled', () => {
    const cases: [Name, (Hex | null)[], bigint | null][] = [
      ['Blur', [words(2), words(0)], WHOLE],
      ['Blur', [words(2), words(1)], 0n],
      ['Blur', [words(3), words(0)], 0n],
      ['Blur', [words(1), words(0)], null],
      ['Blur', [words(2), null], null],
      ['Blur v2', [words(2)], WHOLE],
      ['Blur v2', [words(3)], 0n],
      ['Blur v2', [null], null],
    ]
    for (const [name, answers, left] of cases) assert.equal(stateOf(name, answers), left, `${name} ${answers}`)
    assert.deepEqual([isCounted(placed('Blur').place), isCounted(placed('Blur v2').place)], [true, false])
  })

  test('LooksRare: the order’s own nonce, and those that end many', () => {
    const hash = placed('LooksRare v2').place.id ?? 0n
    const cases: [Name, (Hex | null)[], bigint | null][] = [
      ['LooksRare v1', [words(0), words(0)], WHOLE],
      ['LooksRare v1', [words(0), words(9)], WHOLE],
      ['LooksRare v1', [words(0), words(10)], 0n],
      ['LooksRare v1', [words(1), words(0)], 0n],
      ['LooksRare v1', [words(0), null], null],
      ['LooksRare v2', [words(0), words(0, 3), words(0)], WHOLE],
      ['LooksRare v2', [words(hash), words(0, 3), words(0)], WHOLE],
      ['LooksRare v2', [words(5), words(0, 3), words(0)], 0n],
      ['LooksRare v2', [words(0), words(0, 4), words(0)], 0n],
      ['LooksRare v2', [words(0), words(3, 2), words(0)], null],
      ['LooksRare v2', [words(0), words(0, 3), words(1)], 0n],
      ['LooksRare v2', [words(0), words(0, 3), null], null],
    ]
    for (const [name, answers, left] of cases) assert.equal(stateOf(name, answers), left, `${name} ${answers}`)
  })

  test('an order that the scan did not hash is not taken for it', () => {
    for (const name of ['1inch v3', '0x ERC-1155'] as const) {
      const typedData = typedDataOf(CASES[name])
      const { message, intent } = keptOrder(typedData, OWNER)
      const other = { ...typedData, message: { ...typedData.message, taker: BUYS, salt: '5' } }
      assert.equal(keptOrder(typedData, OWNER).place?.terms?.startsWith('0x'), true)
      assert.equal(orderPlace(message, intent, { owner: OWNER, asked: other })?.terms, undefined, name)
    }
  })
})

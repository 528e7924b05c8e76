import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { concatHex, encodeAbiParameters, hashTypedData, keccak256, parseAbiParameters, stringToHex } from 'viem/utils'
import {
  blurOf,
  counterOf,
  delegationOf,
  domainTermsOf,
  encodeTerms,
  LONGEST_TERMS,
  looksRareOf,
  makerAmountOf,
  oneInchOf,
  oneInchRfqOf,
  oneInchV3Of,
  wholeOf,
  zeroEx721Of,
  zeroEx1155Of,
  zeroExOf,
} from '../../domain/signedTerms.ts'
import { cowOrder, oneInchOrder, type Sale, zeroExOrder } from '../../testing/orderMessages.ts'
import { domainTerms, orderPlace } from '../../usecases/permissions/signatureTerms.ts'
import { typesOf } from '../decode/message/testTypedData.ts'
import { SIGNED_STANDARDS, type SignedStandard } from './signedStandards.ts'
import { keptOrder } from './testing/keptOrder.ts'

const OWNER: Address = `0x${'21'.repeat(20)}`
const [KEEPER, SELLS, BUYS] = ['a', 'b', 'c'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
]
const SALE: Sale = {
  chainId: 1,
  keeper: KEEPER,
  maker: OWNER,
  sells: { token: SELLS, amount: 7n },
  buys: { token: BUYS, amount: 9n },
  until: 0x35363738,
}

const SEAPORT =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)'
const DELEGATION =
  'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)'

const kept = (typedData: object) => keptOrder(typedData, OWNER)
const typeHash = ({ types }: { types: Record<string, { name: string; type: string }[]> }) =>
  keccak256(
    stringToHex(
      Object.entries(types)
        .map(([name, members]) => `${name}(${members.map((one) => `${one.type} ${one.name}`).join()})`)
        .join(''),
    ),
  )
const digestOf = (typedData: object) => hashTypedData(typedData as unknown as Parameters<typeof hashTypedData>[0])

describe('what tells an order apart', () => {
  test('the messages are of the types whose hashes the settlements publish', () => {
    // GPv2Order.TYPE_HASH; 0x's _LIMIT_ORDER_TYPEHASH and _RFQ_ORDER_TYPEHASH.
    assert.deepEqual([cowOrder(SALE), zeroExOrder(SALE, 'limit'), zeroExOrder(SALE, 'rfq')].map(typeHash), [
      '0xd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489',
      '0xce918627cb55462ddbb85e73de69a8b322f2bc88f4507c52fcad6d4c33c29d49',
      '0xe593d3fdfa8b60e5e17a1b2204662ecbe15c23f2084b9ad5bae40359540a7da9',
    ])
  })

  test('CoW: the digest, then the owner, then the second until which it holds: 56 bytes', () => {
    const typedData = cowOrder(SALE)
    const { place } = kept(typedData)
    assert.equal(place?.standard, 'cow-order-signature')
    assert.equal(
      `0x${place?.id.toString(16).padStart(112, '0')}`,
      concatHex([digestOf(typedData), OWNER, '0x35363738']),
    )
    assert.equal(wholeOf(place?.terms), 7n)
    assert.equal(wholeOf(kept(cowOrder(SALE, { kind: 'buy' })).place?.terms), 9n)
  })

  test('1inch and 0x: the digest, and what cancels them', () => {
    const oneInch = oneInchOrder(SALE, 7n << 120n)
    const { place } = kept(oneInch)
    assert.deepEqual([place?.standard, place?.id], ['1inch-order-signature', BigInt(digestOf(oneInch))])
    assert.deepEqual(oneInchOf(place?.terms), { makerTraits: BigInt(oneInch.message.makerTraits), makingAmount: 7n })
    for (const kind of ['limit', 'rfq'] as const) {
      const typedData = zeroExOrder(SALE, kind)
      const order = kept(typedData).place
      assert.deepEqual([order?.standard, order?.id], ['0x-order-signature', BigInt(digestOf(typedData))])
      const found = zeroExOf(order?.terms)
      assert.deepEqual(
        [found?.kind, found?.words[0], found?.words.length],
        [kind, BigInt(SELLS), kind === 'limit' ? 12 : 10],
      )
    }
  })

  test('a delegation: the hash that its manager computes', () => {
    const authority: Hex = `0x${'ff'.repeat(32)}`
    const caveat = { enforcer: SELLS, terms: '0x0102' as Hex }
    const { place } = kept({
      domain: { name: 'DelegationManager', version: '1', chainId: 1, verifyingContract: KEEPER },
      primaryType: 'Delegation',
      types: typesOf(DELEGATION),
      message: { delegate: BUYS, delegator: OWNER, authority, caveats: [caveat], salt: '5' },
    })
    // EncoderLib: the type hashes are published; caveats are hashed one by one, and together.
    const word = parseAbiParameters('bytes32')
    assert.equal(
      keccak256(stringToHex(DELEGATION)),
      '0x88c1d2ecf185adf710588203a5f263f0ff61be0d33da39792cde19ba9aa4331e',
    )
    const caveatHash = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, address, bytes32'), [
        '0x80ad7e1b04ee6d994a125f4714ca0720908bd80ed16063ec8aee4b88e9253e2d',
        caveat.enforcer,
        keccak256(caveat.terms),
      ]),
    )
    const hash = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, address, address, bytes32, bytes32, uint256'), [
        '0x88c1d2ecf185adf710588203a5f263f0ff61be0d33da39792cde19ba9aa4331e',
        BUYS,
        OWNER,
        authority,
        keccak256(encodeAbiParameters(word, [caveatHash])),
        5n,
      ]),
    )
    assert.deepEqual([place?.standard, place?.id], ['delegation-signature', BigInt(hash)])
    assert.equal(delegationOf(place?.terms)?.caveats.length, 1)
  })

  test('a delegation whose caveats are too long to be kept is one still, without what ends it', () => {
    const long = (bytes: number) =>
      kept({
        domain: { name: 'DelegationManager', version: '1', chainId: 1, verifyingContract: KEEPER },
        primaryType: 'Delegation',
        types: typesOf(DELEGATION),
        message: {
          delegate: BUYS,
          delegator: OWNER,
          authority: `0x${'ff'.repeat(32)}`,
          caveats: [{ enforcer: SELLS, terms: `0x${'01'.repeat(bytes)}` }],
          salt: '5',
        },
      }).place
    assert.equal(delegationOf(long(4_000)?.terms)?.caveats[0]?.terms.length, 8_002)
    const whole = long(400_000)
    assert.deepEqual([whole?.standard, whole?.terms], ['delegation-signature', undefined])
  })

  test('Seaport: an order with more items than a scan shows rows keeps its counter', () => {
    const item = { itemType: 1, token: SELLS, identifierOrCriteria: '0', startAmount: '1', endAmount: '1' }
    for (const counter of ['7', 7, '0x7']) {
      const { message, place } = kept({
        domain: { name: 'Seaport', version: '1.6', chainId: 1, verifyingContract: KEEPER },
        primaryType: 'OrderComponents',
        types: typesOf(SEAPORT),
        message: {
          offerer: OWNER,
          zone: BUYS,
          offer: [item],
          consideration: Array.from({ length: 60 }, () => ({ ...item, recipient: OWNER })),
          orderType: 0,
          startTime: '0',
          endTime: '9',
          zoneHash: `0x${'00'.repeat(32)}`,
          salt: '1',
          conduitKey: `0x${'00'.repeat(32)}`,
          counter,
        },
      })
      assert.equal(
        message.parameters.some(({ name }) => name === 'counter'),
        false,
      )
      assert.deepEqual([place?.standard, counterOf(place?.terms)], ['seaport-order-signature', 7n])
    }
  })

  test('a member that was neither shown nor sent is not 0: nothing is told of the order', () => {
    const cases = [oneInchOrder(SALE, 300n << 120n), zeroExOrder(SALE, 'limit'), zeroExOrder(SALE, 'rfq')]
    for (const typedData of cases) {
      const { message, intent } = kept(typedData)
      const place = orderPlace({ ...message, parameters: [] }, intent, { owner: OWNER, asked: undefined })
      assert.ok(place)
      assert.equal(place.terms, undefined)
      const asked = { owner: OWNER, place: { ...place, keeper: KEEPER, holder: KEEPER }, now: 0n }
      const answers = [`0x${'00'.repeat(128)}`, `0x${'00'.repeat(128)}`] as Hex[]
      assert.equal(SIGNED_STANDARDS[place.standard as SignedStandard].state(answers, asked), null)
    }
  })

  test('1inch: the keeper is asked for the nonce, and finds its word itself', () => {
    const { place } = kept(oneInchOrder(SALE, 300n << 120n))
    assert.ok(place)
    const asked = { ...place, keeper: KEEPER, holder: KEEPER }
    const [read] = SIGNED_STANDARDS['1inch-order-signature'].reads(OWNER, asked)
    assert.equal(BigInt(`0x${read?.data.slice(-64)}`), 300n)
  })

  test('counters only grow: an order of an earlier one is over, of a later one nothing is told', () => {
    const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
    const order = oneInchOrder(SALE, (1n << 254n) | (1n << 250n) | (5n << 120n))
    const oneInch = { ...(kept(order).place ?? assert.fail()), keeper: KEEPER, holder: KEEPER }
    const of = (standard: SignedStandard, id: bigint, terms?: Hex) => ({
      standard,
      keeper: KEEPER,
      holder: KEEPER,
      id,
      ...(terms && { terms }),
    })
    const status: Hex = `0x${'00'.repeat(128)}`
    const cases: [SignedStandard, (current: Hex) => Hex[], ReturnType<typeof of>][] = [
      ['1inch-order-signature', (current) => [word(0n), current], oneInch as ReturnType<typeof of>],
      [
        'seaport-order-signature',
        (current) => [current, status],
        of('seaport-order-signature', 1n, encodeTerms('seaport-order-signature', [5n])),
      ],
      ['order-signature', (current) => [current], of('order-signature', 5n)],
    ]
    for (const [standard, answers, place] of cases)
      assert.deepEqual(
        [4n, 5n, 6n].map((current) =>
          SIGNED_STANDARDS[standard].state(answers(word(current)), { owner: OWNER, place, now: 0n }),
        ),
        [null, WHOLE, 0n],
        standard,
      )
  })

  test('a message that names the members otherwise is of no settlement', () => {
    const { domain, ...rest } = cowOrder(SALE)
    assert.equal(kept({ ...rest, domain: { ...domain, name: 'Cow' } }).place, null)
    assert.equal(kept({ ...zeroExOrder(SALE, 'rfq'), domain: { ...domain, name: 'Exchange' } }).place, null)
  })
})

describe('the domain of a permit', () => {
  const permit = (domain: Record<string, unknown>, types: object = {}) => ({
    domain: { verifyingContract: KEEPER, chainId: 1, ...domain },
    primaryType: 'Permit',
    types: {
      ...types,
      ...typesOf('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
    },
    message: { owner: OWNER, spender: BUYS, value: '5', nonce: 0, deadline: 9 },
  })
  const terms = (typedData: object) =>
    domainTermsOf(domainTerms(kept(typedData).message, { isDai: false, chain: 'ethereum' }))

  test('is kept with the members that it has', () => {
    assert.deepEqual(terms(permit({ name: 'USD Coin', version: '2' })), {
      form: 15,
      name: 'USD Coin',
      version: '2',
      salt: `0x${'0'.repeat(64)}`,
    })
    assert.equal(terms(permit({ name: 'Plain' }))?.form, 13)
    assert.equal(terms(permit({ chainId: undefined, salt: `0x${'07'.repeat(32)}` }))?.form, 24)
  })

  test('of another network is not kept, for its contract would compute another', () => {
    assert.equal(terms(permit({ name: 'USD Coin', chainId: 5 })), null)
  })
})

test('terms of any other form are none', () => {
  const words = (count: number) => `0x${'00'.repeat(32 * count)}` as Hex
  for (const bytes of [
    '0x',
    '0x12',
    words(3),
    words(9),
    words(13),
    `${words(12)}0`,
    `0x${'00'.repeat(LONGEST_TERMS)}`,
  ] as Hex[]) {
    const read = [
      counterOf,
      wholeOf,
      oneInchOf,
      oneInchRfqOf,
      oneInchV3Of,
      domainTermsOf,
      delegationOf,
      zeroExOf,
      zeroEx721Of,
      zeroEx1155Of,
      makerAmountOf,
      blurOf,
      looksRareOf,
    ].map((of) => of(bytes))
    assert.deepEqual(
      read,
      read.map(() => null),
      bytes.slice(0, 20),
    )
  }
  assert.equal(counterOf(undefined), null)
  // An offset that points back into the head repeats without end.
  assert.equal(delegationOf(`0x${'00'.repeat(31)}20${'00'.repeat(31)}00`.padEnd(1_000, '0') as Hex), null)
  const began = performance.now()
  for (const read of [oneInchV3Of, zeroEx1155Of])
    for (const fill of ['0', '1', 'f']) {
      const looped = `0x${'00'.repeat(31)}20${`${'00'.repeat(30)}0${fill}20`.repeat(255)}` as Hex
      assert.equal(read(looped), null)
    }
  assert.ok(performance.now() - began < 2_000)
})

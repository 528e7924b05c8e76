import type { Address, Hex } from '@redoubt/risk/address.ts'
import { bulkOrderOf, coins, orderOf, pictureOf, SEAPORT_ITEM } from '../../src/testing/sandboxMessages.ts'
import { body, type Draw, type Make, typed } from './drawsOf.ts'

const ZERO: Address = `0x${'0'.repeat(40)}`
const ZERO_HASH: Hex = `0x${'0'.repeat(64)}`
const COW: Address = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
const ONE_INCH: Address = '0x111111125421cA6dc452d289314280a0f8842A65'
const ZERO_EX: Address = '0xDef1C0ded9bec7F1a1670819833240f027b25EfF'
const LOOKS_RARE: Address = '0x0000000000E655fAe4d56241588680F86E3b2377'
const BLUR: Address = '0x000000000000Ad05Ccc4F10045630fb830B95127'

/** Orders for items and tokens. */
export const ORDERS: Readonly<Record<string, Make>> = {
  'seaport-dust': (draw, hostile) =>
    sale(draw, hostile ? (draw.chance() ? [] : [coins(BigInt(draw.integer(1, 1_000)))]) : [coins(draw.picturePrice())]),
  'seaport-worthless-token': (draw, hostile) => {
    const token = hostile ? draw.world.traps.counterfeit : draw.world.tokens.usdc
    const amount = 150n * 10n ** BigInt(draw.world.decimals.usdc)
    return sale(draw, [{ itemType: SEAPORT_ITEM.erc20, token, amount }])
  },
  'seaport-recipient': (draw, hostile) => {
    const price = draw.picturePrice()
    const fee = { ...coins(price / 40n), recipient: draw.someone() }
    return sale(
      draw,
      hostile
        ? [{ ...coins(price), recipient: draw.thief() }, coins(1n)]
        : [{ ...coins(price - price / 40n), recipient: draw.trader }, fee],
    )
  },
  'seaport-tokens-for-nothing': (draw, hostile) => {
    const { usdc, usdt } = draw.world.tokens
    const amount = draw.dollars() * 10n
    return body(
      draw,
      orderOf(draw.world, {
        offer: [{ itemType: SEAPORT_ITEM.erc20, token: usdc, amount }],
        consideration: [{ itemType: SEAPORT_ITEM.erc20, token: usdt, amount: hostile ? 1n : amount }],
      }),
    )
  },
  'seaport-bulk': (draw, hostile) => {
    const price = hostile ? 1n : draw.picturePrice()
    const one = (id: bigint) =>
      orderOf(draw.world, { offer: [pictureOf(draw.world, id)], consideration: [coins(price)] })
    return body(draw, bulkOrderOf([one(1n), one(2n)]))
  },
  'cow-price': (draw, hostile) => cow(draw, { receiver: ZERO, share: hostile ? 0n : 99n }),
  'cow-receiver': (draw, hostile) => cow(draw, { receiver: hostile ? draw.thief() : draw.trader, share: 99n }),
  'one-inch': (draw, hostile) => {
    const { usdc, dai } = draw.world.tokens
    const amount = draw.dollars()
    return typed(draw, {
      type: 'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
      domain: { name: '1inch Aggregation Router', version: '6', verifyingContract: ONE_INCH },
      message: {
        salt: String(draw.integer(1, 1e9)),
        maker: draw.trader,
        receiver: ZERO,
        makerAsset: usdc,
        takerAsset: dai,
        makingAmount: String(amount),
        takingAmount: String(hostile ? 1n : amount * 10n ** 12n),
        makerTraits: String(BigInt(draw.soon()) << 80n),
      },
    })
  },
  'zero-ex': (draw, hostile) => {
    const { usdc, usdt } = draw.world.tokens
    const amount = draw.dollars()
    return typed(draw, {
      type: 'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
      domain: { name: 'ZeroEx', version: '1.0.0', verifyingContract: ZERO_EX },
      message: {
        makerToken: usdc,
        takerToken: usdt,
        makerAmount: String(amount),
        takerAmount: String(hostile ? 1n : amount),
        takerTokenFeeAmount: '0',
        maker: draw.trader,
        taker: ZERO,
        sender: ZERO,
        feeRecipient: ZERO,
        pool: ZERO_HASH,
        expiry: draw.soon(),
        salt: String(draw.integer(1, 1e9)),
      },
    })
  },
  'looks-rare': (draw, hostile) =>
    typed(draw, {
      type: 'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
      domain: { name: 'LooksRareProtocol', version: '2', verifyingContract: LOOKS_RARE },
      message: {
        quoteType: 1,
        globalNonce: 0,
        subsetNonce: 0,
        orderNonce: draw.integer(0, 99),
        strategyId: 0,
        collectionType: 0,
        collection: draw.world.nfts.collectible,
        currency: ZERO,
        signer: draw.trader,
        startTime: draw.world.headTimestamp - 60,
        endTime: draw.soon(),
        price: String(hostile ? draw.integer(0, 1_000) : draw.picturePrice()),
        itemIds: [draw.integer(1, 4)],
        amounts: [1],
        additionalParameters: '0x',
      },
    }),
  blur: (draw, hostile) =>
    typed(draw, {
      type: 'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
      domain: { name: 'Blur Exchange', version: '1.0', verifyingContract: BLUR },
      message: {
        trader: draw.trader,
        side: 1,
        matchingPolicy: '0x0000000000daB4A563819e8fd93dbA3b25BC3495',
        collection: draw.world.nfts.collectible,
        tokenId: draw.integer(1, 4),
        amount: 1,
        paymentToken: ZERO,
        price: String(hostile && draw.chance() ? 0n : draw.picturePrice()),
        listingTime: draw.world.headTimestamp - 60,
        expirationTime: draw.soon(),
        fees: hostile ? [{ rate: 10_000, recipient: draw.thief() }] : [],
        salt: String(draw.integer(1, 1e9)),
        extraParams: '0x',
        nonce: 0,
      },
    }),
}

function sale(draw: Draw, consideration: Parameters<typeof orderOf>[1]['consideration']): Record<string, unknown> {
  const picture = pictureOf(draw.world, BigInt(draw.integer(1, 4)))
  return body(draw, orderOf(draw.world, { offer: [picture], consideration }))
}

function cow(draw: Draw, { receiver, share }: { receiver: Address; share: bigint }): Record<string, unknown> {
  const amount = draw.dollars() * 5n
  return typed(draw, {
    type: 'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    domain: { name: 'Gnosis Protocol', version: 'v2', verifyingContract: COW },
    message: {
      sellToken: draw.world.tokens.usdc,
      buyToken: draw.world.tokens.usdt,
      receiver,
      sellAmount: String(amount),
      buyAmount: String((amount * share) / 100n + 1n),
      validTo: draw.soon(),
      appData: ZERO_HASH,
      feeAmount: '0',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    },
  })
}

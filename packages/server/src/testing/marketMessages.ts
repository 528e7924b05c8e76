import type { Address } from '@redoubt/risk/address.ts'
import { typesOf } from '../evm/decode/message/testTypedData.ts'
import type { Sale } from './orderMessages.ts'

// Orders of exchanges beside those of orderMessages, as dApps ask for them. Amounts in base units, as decimal text.

const ZERO: Address = `0x${'0'.repeat(40)}`
const NFT_HEAD =
  'uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees'
const NFT_TAIL =
  'Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)'
/** One order of each kind. @param sale.origin the account that sends 0x’s OTC order. */
export function marketOrders({ chainId, keeper, maker, sells, buys, until, origin }: Sale & { origin: Address }) {
  const collectible = {
    direction: 0,
    maker,
    taker: ZERO,
    expiry: String(until),
    nonce: String((5n << 8n) | 3n),
    erc20Token: buys.token,
    erc20TokenAmount: '1000',
    fees: [{ recipient: sells.token, amount: '10', feeData: '0x0102' }],
  }
  const limits = {
    makerAsset: sells.token,
    takerAsset: buys.token,
    maker,
    makingAmount: String(sells.amount),
    takingAmount: String(buys.amount),
  }
  const info = (BigInt(until) << 64n) | (5n << 8n) | 7n

  const cases = {
    '1inch RFQ': {
      type: 'OrderRFQ(uint256 info,address makerAsset,address takerAsset,address maker,address allowedSender,uint256 makingAmount,uint256 takingAmount)',
      domain: '1inch Limit Order Protocol',
      message: { ...limits, info: String(info), allowedSender: ZERO },
    },
    '1inch v3': {
      type: 'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
      domain: '1inch Aggregation Router',
      message: { ...limits, salt: '4', receiver: ZERO, allowedSender: ZERO, offsets: '0', interactions: '0x0102' },
    },
    ParaSwap: {
      type: 'Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)',
      domain: 'AUGUSTUS RFQ',
      message: {
        nonceAndMeta: '7',
        expiry: String(until),
        makerAsset: sells.token,
        takerAsset: buys.token,
        maker,
        taker: ZERO,
        makerAmount: String(sells.amount),
        takerAmount: String(buys.amount),
      },
    },
    '0x OTC': {
      type: 'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
      domain: 'ZeroEx',
      message: {
        makerToken: sells.token,
        takerToken: buys.token,
        makerAmount: String(sells.amount),
        takerAmount: String(buys.amount),
        maker,
        taker: ZERO,
        txOrigin: origin,
        expiryAndNonce: String((BigInt(until) << 192n) | (6n << 128n) | 8n),
      },
    },
    '0x ERC-721': {
      type: `ERC721Order(${NFT_HEAD},address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)${NFT_TAIL}`,
      domain: 'ZeroEx',
      message: { ...collectible, erc721Token: sells.token, erc721TokenId: '1', erc721TokenProperties: [] },
    },
    '0x ERC-1155': {
      type: `ERC1155Order(${NFT_HEAD},address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)${NFT_TAIL}`,
      domain: 'ZeroEx',
      message: {
        ...collectible,
        erc1155Token: sells.token,
        erc1155TokenId: '1',
        erc1155TokenProperties: [{ propertyValidator: ZERO, propertyData: '0x' }],
        erc1155TokenAmount: '4',
      },
    },
    Blur: {
      type: 'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
      domain: 'Blur Exchange',
      message: {
        trader: maker,
        side: 1,
        matchingPolicy: sells.token,
        collection: sells.token,
        tokenId: '1',
        amount: '1',
        paymentToken: ZERO,
        price: '5',
        listingTime: '1',
        expirationTime: String(until),
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
        trader: maker,
        collection: sells.token,
        listingsRoot: `0x${'07'.repeat(32)}`,
        numberOfListings: '3',
        expirationTime: String(until),
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
        signer: maker,
        collection: sells.token,
        price: '5',
        tokenId: '1',
        amount: '1',
        strategy: buys.token,
        currency: buys.token,
        nonce: '9',
        startTime: '1',
        endTime: String(until),
        minPercentageToAsk: '8500',
        params: '0x',
      },
    },
    'LooksRare v2': {
      type: 'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
      domain: 'LooksRareProtocol',
      message: {
        quoteType: 1,
        globalNonce: '0',
        subsetNonce: '4',
        orderNonce: '9',
        strategyId: '0',
        collectionType: 0,
        collection: sells.token,
        currency: ZERO,
        signer: maker,
        startTime: '1',
        endTime: String(until),
        price: '5',
        itemIds: ['1'],
        amounts: ['1'],
        additionalParameters: '0x',
      },
    },
  }
  const typed = (name: keyof typeof cases) => {
    const { type, domain, message } = cases[name]
    const version = VERSIONS[domain as keyof typeof VERSIONS] ?? '1'
    return {
      domain: { name: domain, version, chainId, verifyingContract: keeper },
      primaryType: type.split('(')[0] ?? '',
      types: typesOf(type),
      message: message as Record<string, unknown>,
    }
  }
  const names = Object.keys(cases) as (keyof typeof cases)[]
  return Object.fromEntries(names.map((name) => [name, typed(name)])) as Record<
    keyof typeof cases,
    ReturnType<typeof typed>
  >
}

/** Of the domains of exchanges whose orders are hashed by their contract too. */
const VERSIONS = { '1inch Aggregation Router': '5', ZeroEx: '1.0.0' } as const

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keccak256, stringToHex } from 'viem/utils'
import { OTHER, recogniseTyped, SIGNER, TOKEN, VERIFIER } from './testTypedData.ts'

const ZERO = `0x${'0'.repeat(40)}`
const ZERO_WORD = `0x${'0'.repeat(64)}`
const WORD = `0x${'ab'.repeat(32)}` as const
const NFT = '0x5555555555555555555555555555555555555555'
const ITEMS =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)' +
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const COMPONENTS =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
const OPENSEA_KEY = '0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000'
const seaportOrder = {
  offerer: SIGNER,
  zone: ZERO,
  offer: [{ itemType: 2, token: NFT, identifierOrCriteria: 7, startAmount: 1, endAmount: 1 }],
  consideration: [
    { itemType: 0, token: ZERO, identifierOrCriteria: 0, startAmount: 900, endAmount: 500, recipient: SIGNER },
    { itemType: 0, token: ZERO, identifierOrCriteria: 0, startAmount: 25, endAmount: 25, recipient: OTHER },
  ],
  orderType: 0,
  startTime: 1,
  endTime: 2,
  zoneHash: ZERO_WORD,
  salt: 0,
  conduitKey: OPENSEA_KEY,
  counter: 0,
}
const emptyOrder = { ...seaportOrder, offerer: ZERO, offer: [], consideration: [], conduitKey: ZERO_WORD }
const times = { nonce: 0, salt: 0, expiry: 9, deadline: 9 }
const rarible = (assetClass: string, data: string, value: number) => ({ assetType: { assetClass, data }, value })
const addressWord = (address: string) => `0x${address.slice(2).padStart(64, '0')}` as const

type Expected = Record<string, unknown>[]
const KNOWN: [name: string, type: string, message: unknown, domain: Record<string, unknown>, expected: Expected][] = [
  [
    'Seaport listing at its lowest price',
    `${COMPONENTS}${ITEMS}`,
    seaportOrder,
    { name: 'Seaport', version: '1.6' },
    [
      {
        kind: 'order',
        protocol: 'Seaport 1.6',
        offerer: SIGNER,
        puller: '0x1e0049783f008a0085193e00003d00cd54003c71',
        gives: [{ assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null }],
        gets: [
          { assetType: 'native', address: null, tokenId: null, amount: 500n, to: SIGNER },
          { assetType: 'native', address: null, tokenId: null, amount: 25n, to: OTHER },
        ],
        bulk: null,
      },
    ],
  ],
  [
    'Seaport bulk listing',
    `BulkOrder(OrderComponents[2][2] tree)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)${COMPONENTS}`,
    {
      tree: [
        [seaportOrder, { ...seaportOrder, conduitKey: ZERO_WORD }],
        [seaportOrder, emptyOrder],
      ],
    },
    { name: 'Seaport', version: '1.5' },
    [{ bulk: 3 }, { bulk: 3, puller: VERIFIER }, { bulk: 3 }],
  ],
  [
    'LooksRare ask',
    'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
    {
      quoteType: 1,
      globalNonce: 0,
      subsetNonce: 0,
      orderNonce: 0,
      strategyId: 0,
      collectionType: 0,
      collection: NFT,
      currency: ZERO,
      signer: SIGNER,
      startTime: 1,
      endTime: 2,
      price: 10,
      itemIds: [7, 8],
      amounts: [1, 1],
      additionalParameters: '0x',
    },
    { name: 'LooksRareProtocol' },
    [
      {
        kind: 'order',
        protocol: 'LooksRare v2',
        gives: [
          { assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null },
          { assetType: 'erc721', address: NFT, tokenId: 8n, amount: 1n, to: null },
        ],
        gets: [{ assetType: 'native', address: null, tokenId: null, amount: 10n, to: SIGNER }],
      },
    ],
  ],
  [
    'LooksRare v1 ask, what the seller keeps',
    'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,uint256 endTime,uint256 minPercentageToAsk,bytes params)',
    {
      isOrderAsk: true,
      signer: SIGNER,
      collection: NFT,
      price: 1000,
      tokenId: 7,
      amount: 1,
      strategy: OTHER,
      currency: TOKEN,
      nonce: 0,
      startTime: 1,
      endTime: 2,
      minPercentageToAsk: 8500,
      params: '0x',
    },
    {},
    [{ protocol: null, gets: [{ assetType: 'erc20', address: TOKEN, tokenId: null, amount: 850n, to: SIGNER }] }],
  ],
  [
    'Blur sale less its fees',
    'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
    {
      ...times,
      trader: SIGNER,
      side: 1,
      matchingPolicy: OTHER,
      collection: NFT,
      tokenId: 7,
      amount: 1,
      paymentToken: ZERO,
      price: 1000,
      listingTime: 1,
      expirationTime: 2,
      fees: [{ rate: 10000, recipient: OTHER }],
      extraParams: '0x',
    },
    { name: 'Blur Exchange' },
    [{ protocol: 'Blur', gets: [{ assetType: 'native', address: null, tokenId: null, amount: 0n, to: SIGNER }] }],
  ],
  [
    'Blur v2 listings under a root',
    'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)',
    {
      ...times,
      trader: SIGNER,
      collection: NFT,
      listingsRoot: WORD,
      numberOfListings: 4,
      expirationTime: 2,
      assetType: 0,
      makerFee: { recipient: ZERO, rate: 0 },
      orderType: 0,
    },
    { name: 'Blur Exchange' },
    [
      { kind: 'order', bulk: 4, gets: [] },
      { kind: 'blind', hash: WORD },
    ],
  ],
  [
    'Blur root',
    'Root(bytes32 root)',
    { root: WORD },
    { name: 'Blur Exchange' },
    [{ kind: 'blind', protocol: 'Blur bulk listing', hash: WORD }],
  ],
  [
    'Rarible',
    'Order(address maker,Asset makeAsset,address taker,Asset takeAsset,uint256 salt,uint256 start,uint256 end,bytes4 dataType,bytes data)Asset(AssetType assetType,uint256 value)AssetType(bytes4 assetClass,bytes data)',
    {
      maker: SIGNER,
      makeAsset: rarible(
        keccak256(stringToHex('ERC721')).slice(0, 10),
        `${addressWord(NFT)}${'7'.padStart(64, '0')}`,
        1,
      ),
      taker: ZERO,
      takeAsset: rarible(keccak256(stringToHex('ETH')).slice(0, 10), '0x', 9),
      salt: 1,
      start: 0,
      end: 0,
      dataType: '0xffffffff',
      data: '0x',
    },
    { name: 'Exchange' },
    [
      {
        protocol: 'Rarible',
        taker: null,
        end: null,
        gives: [{ assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null }],
        gets: [{ assetType: 'native', address: null, tokenId: null, amount: 9n, to: SIGNER }],
      },
    ],
  ],
]

for (const [name, type, message, domain, expected] of KNOWN) {
  test(`recognised: ${name}`, () => {
    const intents = recogniseTyped(type, message, domain)
    assert.equal(intents.length, expected.length)
    assert.partialDeepStrictEqual(intents, expected)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OTHER, recogniseTyped, SIGNER, TOKEN } from './testTypedData.ts'

const ZERO = `0x${'0'.repeat(40)}`
const WORD = `0x${'ab'.repeat(32)}` as const
const NFT = '0x5555555555555555555555555555555555555555'
const times = { nonce: 0, salt: 0, expiry: 9, deadline: 9 }
const addressWord = (address: string) => `0x${address.slice(2).padStart(64, '0')}` as const

type Expected = Record<string, unknown>[]
const KNOWN: [name: string, type: string, message: unknown, domain: Record<string, unknown>, expected: Expected][] = [
  [
    '0x v2',
    'Order(address makerAddress,address takerAddress,address feeRecipientAddress,address senderAddress,uint256 makerAssetAmount,uint256 takerAssetAmount,uint256 makerFee,uint256 takerFee,uint256 expirationTimeSeconds,uint256 salt,bytes makerAssetData,bytes takerAssetData)',
    {
      makerAddress: SIGNER,
      takerAddress: ZERO,
      feeRecipientAddress: ZERO,
      senderAddress: ZERO,
      makerAssetAmount: 5,
      takerAssetAmount: 0,
      makerFee: 0,
      takerFee: 0,
      expirationTimeSeconds: 9,
      salt: 1,
      makerAssetData: `0xf47261b0${addressWord(TOKEN).slice(2)}`,
      takerAssetData: `0x02571792${addressWord(NFT).slice(2)}${'7'.padStart(64, '0')}`,
    },
    { name: '0x Protocol' },
    [
      {
        protocol: '0x v2',
        gives: [{ assetType: 'erc20', address: TOKEN, tokenId: null, amount: 5n, to: null }],
        gets: [{ assetType: 'erc721', address: NFT, tokenId: 7n, amount: 0n, to: SIGNER }],
        end: 9n,
      },
    ],
  ],
  [
    '0x v4 limit order',
    'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
    {
      ...times,
      makerToken: TOKEN,
      takerToken: NFT,
      makerAmount: 5,
      takerAmount: 6,
      takerTokenFeeAmount: 0,
      maker: SIGNER,
      taker: OTHER,
      sender: ZERO,
      feeRecipient: ZERO,
      pool: WORD,
    },
    { name: 'ZeroEx' },
    [{ protocol: '0x v4 LimitOrder', taker: OTHER, end: 9n }],
  ],
  [
    '0x v4 OTC order',
    'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
    {
      makerToken: TOKEN,
      takerToken: NFT,
      makerAmount: 5,
      takerAmount: 6,
      maker: SIGNER,
      taker: ZERO,
      txOrigin: OTHER,
      expiryAndNonce: String((9n << 192n) + 1n),
    },
    { name: 'ZeroEx' },
    [{ end: 9n, taker: null }],
  ],
  [
    '0x v4 NFT sale',
    'ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)',
    {
      ...times,
      direction: 0,
      maker: SIGNER,
      taker: ZERO,
      erc20Token: TOKEN,
      erc20TokenAmount: 1,
      fees: [],
      erc721Token: NFT,
      erc721TokenId: 7,
      erc721TokenProperties: [],
    },
    { name: 'ZeroEx' },
    [
      {
        protocol: '0x v4 ERC721Order',
        gives: [{ assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null }],
      },
    ],
  ],
  [
    '0x v4 bid pays the fees on top',
    'ERC1155Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)',
    {
      ...times,
      direction: 1,
      maker: SIGNER,
      taker: ZERO,
      erc20Token: TOKEN,
      erc20TokenAmount: 10,
      fees: [{ recipient: OTHER, amount: 2, feeData: '0x' }],
      erc1155Token: NFT,
      erc1155TokenId: 7,
      erc1155TokenProperties: [{ propertyValidator: OTHER, propertyData: '0x' }],
      erc1155TokenAmount: 3,
    },
    { name: 'ZeroEx' },
    [
      {
        gives: [{ assetType: 'erc20', address: TOKEN, tokenId: null, amount: 12n, to: null }],
        gets: [{ assetType: 'erc1155', address: NFT, tokenId: null, amount: 3n, to: SIGNER }],
      },
    ],
  ],
  [
    'CoW order',
    'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    {
      sellToken: TOKEN,
      buyToken: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      receiver: ZERO,
      sellAmount: 5,
      buyAmount: 6,
      validTo: 9,
      appData: WORD,
      feeAmount: 1,
      kind: 'sell',
      partiallyFillable: true,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    },
    { name: 'Gnosis Protocol', verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41' },
    [
      {
        protocol: 'CoW Protocol',
        puller: '0xc92e8bdf79f0507f65a392b0ab4667716bfe0110',
        gives: [{ assetType: 'erc20', address: TOKEN, tokenId: null, amount: 6n, to: null }],
        gets: [{ assetType: 'native', address: null, tokenId: null, amount: 6n, to: SIGNER }],
        end: 9n,
      },
    ],
  ],
  [
    '1inch v4 with terms outside the order',
    'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    {
      salt: 1,
      maker: SIGNER,
      receiver: OTHER,
      makerAsset: TOKEN,
      takerAsset: NFT,
      makingAmount: 5,
      takingAmount: 6,
      makerTraits: String((1n << 249n) + (9n << 80n)),
    },
    { name: '1inch Aggregation Router' },
    [
      {
        kind: 'order',
        protocol: '1inch v4',
        end: 9n,
        gets: [{ assetType: 'erc20', address: NFT, tokenId: null, amount: 6n, to: OTHER }],
      },
      { kind: 'unknown', protocol: '1inch extension' },
    ],
  ],
  [
    'ParaSwap RFQ',
    'Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)',
    {
      ...times,
      nonceAndMeta: 0,
      makerAsset: TOKEN,
      takerAsset: NFT,
      maker: SIGNER,
      taker: OTHER,
      makerAmount: 5,
      takerAmount: 6,
    },
    { name: 'AUGUSTUS RFQ' },
    [{ protocol: 'ParaSwap RFQ', taker: OTHER }],
  ],
]

for (const [name, type, message, domain, expected] of KNOWN) {
  test(`recognised: ${name}`, () => {
    const intents = recogniseTyped(type, message, domain)
    assert.equal(intents.length, expected.length)
    assert.partialDeepStrictEqual(intents, expected)
  })
}

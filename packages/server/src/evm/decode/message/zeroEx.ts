import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { coins, nft, orderIntent } from './swapOrders.ts'
import { fields, fromTable, named, type TypedMessage, verifierOf } from './typedParameters.ts'
import { unknownType } from './unknownType.ts'

const OLD =
  'Order(address makerAddress,address takerAddress,address feeRecipientAddress,address senderAddress,uint256 makerAssetAmount,uint256 takerAssetAmount,uint256 makerFee,uint256 takerFee,uint256 expirationTimeSeconds,uint256 salt,bytes makerAssetData,bytes takerAssetData'
const NFT_HEAD =
  'uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees'
const NFT_TAIL =
  'Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)'
const ERC20_DATA = '0xf47261b0'
const ERC721_DATA = '0x02571792'

type Old = {
  makerAddress: Address
  takerAddress: Address
  makerAssetAmount: bigint
  takerAssetAmount: bigint
  makerFee: bigint
  expirationTimeSeconds: bigint
  makerAssetData: Hex
  takerAssetData: Hex
}
type Native = {
  makerToken: Address
  takerToken: Address
  makerAmount: bigint
  takerAmount: bigint
  maker: Address
  taker: Address
  expiry?: bigint
  expiryAndNonce?: bigint
}
type Collectible = {
  direction: bigint
  maker: Address
  taker: Address
  expiry: bigint
  erc20Token: Address
  erc20TokenAmount: bigint
  fees: { amount: bigint }[]
  token: Address
  tokenId: bigint
  amount: bigint
  properties: unknown[]
}
type Named721 = { erc721Token: Address; erc721TokenId: bigint; erc721TokenProperties: unknown[] }
type Named1155 = {
  erc1155Token: Address
  erc1155TokenId: bigint
  erc1155TokenProperties: unknown[]
  erc1155TokenAmount: bigint
}

/** Orders and meta-transactions of 0x, versions 2 to 4. */
export const zeroEx = fromTable({
  [`${OLD})`]: (message) => old(message, '0x v2'),
  [`${OLD},bytes makerFeeAssetData,bytes takerFeeAssetData)`]: (message) => old(message, '0x v3'),
  'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)':
    (message) => fungible(message, '0x v4 LimitOrder'),
  'RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)':
    (message) => fungible(message, '0x v4 RfqOrder'),
  'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)':
    (message) => fungible(message, '0x v4 OtcOrder'),
  [`ERC721Order(${NFT_HEAD},address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)${NFT_TAIL}`]: (
    message,
  ) => {
    const order = fields<Collectible & Named721>(message.struct)
    const { erc721Token: token, erc721TokenId: tokenId, erc721TokenProperties: properties } = order
    return collectible(message, 'erc721', { ...order, token, tokenId, properties, amount: 1n })
  },
  [`ERC1155Order(${NFT_HEAD},address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)${NFT_TAIL}`]:
    (message) => {
      const order = fields<Collectible & Named1155>(message.struct)
      const { erc1155Token: token, erc1155TokenId: tokenId, erc1155TokenProperties: properties } = order
      return collectible(message, 'erc1155', { ...order, token, tokenId, properties, amount: order.erc1155TokenAmount })
    },
  'MetaTransactionData(address signer,address sender,uint256 minGasPrice,uint256 maxGasPrice,uint256 expirationTimeSeconds,uint256 salt,bytes callData,uint256 value,address feeToken,uint256 feeAmount)':
    (message) => metaTransaction(message),
  'ZeroExTransaction(uint256 salt,uint256 expirationTimeSeconds,uint256 gasPrice,address signerAddress,bytes data)': (
    message,
  ) => metaTransaction(message),
})

function known(message: TypedMessage, protocol: string): string | null {
  return /^(0x Protocol|ZeroEx)$/.test(message.domain.name ?? '') ? protocol : null
}

function fungible(message: TypedMessage, protocol: string): SignedIntent[] {
  const { makerToken, takerToken, makerAmount, takerAmount, maker, taker, expiry, expiryAndNonce } = fields<Native>(
    message.struct,
  )
  return [
    orderIntent(message, {
      protocol: known(message, protocol),
      offerer: maker,
      gives: [coins(makerToken, makerAmount, null)],
      gets: [coins(takerToken, takerAmount, maker)],
      taker: named(taker),
      // OTC orders keep the expiry above a nonce of 192 bits.
      end: expiry ?? (expiryAndNonce ?? 0n) >> 192n,
    }),
  ]
}

function collectible(message: TypedMessage, standard: 'erc721' | 'erc1155', order: Collectible): SignedIntent[] {
  const { direction, maker, taker, expiry, erc20Token, erc20TokenAmount, fees, token, amount, properties } = order
  // 0 sells. A buyer pays the fees on top of the price; properties accept other tokens than the one named.
  const sells = direction === 0n
  const tokenId = properties.length > 0 ? null : order.tokenId
  const paid = erc20TokenAmount + fees.reduce((sum, fee) => sum + fee.amount, 0n)
  const item = nft(standard, token, tokenId, amount, sells ? null : maker)
  return [
    orderIntent(message, {
      protocol: known(message, `0x v4 ${message.primaryType}`),
      offerer: maker,
      gives: sells ? [item] : [coins(erc20Token, paid, null)],
      gets: sells ? [coins(erc20Token, erc20TokenAmount, maker)] : [item],
      taker: named(taker),
      // The contract compares the whole of it with the time of the block.
      end: expiry,
    }),
  ]
}

function old(message: TypedMessage, protocol: string): SignedIntent[] {
  const order = fields<Old>(message.struct)
  const gives = assetOf(order.makerAssetData, order.makerAssetAmount, null)
  const gets = assetOf(order.takerAssetData, order.takerAssetAmount, order.makerAddress)
  if (gives === null || gets === null) return unknownType(message)
  const taker = named(order.takerAddress)
  const terms = { protocol: known(message, protocol), offerer: order.makerAddress, puller: null, taker }
  return [orderIntent(message, { ...terms, gives: [gives], gets: [gets], end: order.expirationTimeSeconds })]
}

/** ERC-20 and ERC-721 assets; bundles and fees in other assets are told by structure only. */
function assetOf(data: Hex, amount: bigint, to: Address | null): OrderAsset | null {
  const address = `0x${data.slice(34, 74)}` as Address
  if (data.startsWith(ERC20_DATA) && data.length === 74) return coins(address, amount, to)
  const isNft = data.startsWith(ERC721_DATA) && data.length === 138
  return isNft ? nft('erc721', address, BigInt(`0x${data.slice(74)}`), amount, to) : null
}

/** The exchange runs the call as the signer's own. */
function metaTransaction(message: TypedMessage): SignedIntent[] {
  type Call = { expirationTimeSeconds: bigint; callData?: Hex; data?: Hex; value?: bigint; signer?: Address }
  const { expirationTimeSeconds, callData, data, value, signer } = fields<Call>(message.struct)
  const verifier = verifierOf(message)
  return [
    {
      kind: 'execution',
      protocol: known(message, `0x ${message.primaryType}`),
      verifier,
      account: signer ?? message.account,
      calls: [{ to: verifier, value: value ?? 0n, data: callData ?? data ?? '0x' }],
      deadline: expirationTimeSeconds,
      refund: null,
    },
  ]
}

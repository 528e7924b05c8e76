import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { fromRlp, hexToBytes, keccak256, parseTransaction } from 'viem/utils'
import { coins, nft, orderIntent } from './swapOrders.ts'
import { fields, type TypedMessage } from './typedParameters.ts'

/** Shorter bytes are no transaction: nonce, price, gas, receiver, value and data take more. */
const MIN_BYTES = 9
const AUTHORISATION = '0x05'
/** EIP-191: what follows is typed data, a validator's message or a personal message, hashed already or not. */
const PREFIXED = /^0x19(00|01|45)/

/**
 * What bytes are, where they are no words: a transaction (RLP, signed or not, every type of EIP-2718 up to EIP-7702), an
 * EIP-7702 authorisation, or what a wallet itself would hash. Null for anything else.
 */
export function rawBytes(bytes: Hex, account: Address): SignedIntent | null {
  if (bytes.startsWith(AUTHORISATION)) return authorisation(bytes, account)
  if (PREFIXED.test(bytes)) {
    return { kind: 'blind', protocol: null, verifier: null, hash: keccak256(bytes) }
  }
  return bytes.length < 2 + MIN_BYTES * 2 ? null : hiddenTransaction(bytes, account)
}

/** What viem reads of every type of transaction. */
type Parsed = {
  chainId?: number
  to?: Address | null
  value?: bigint
  data?: Hex
  gas?: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  nonce?: number
  accessList?: readonly { address: Address; storageKeys: readonly Hex[] }[]
  authorizationList?: readonly { chainId: number; address: Address; nonce: number }[]
}

function hiddenTransaction(bytes: Hex, account: Address): SignedIntent | null {
  if (!/^0x(0[1-4]|[c-f])/.test(bytes)) return null
  let read: Parsed
  try {
    read = parseTransaction(bytes as `0x02${string}`) as unknown as Parsed
  } catch {
    return null
  }
  const { chainId, to, value, data, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = read
  if (to && !/^0x[0-9a-fA-F]{40}$/.test(to)) return null
  const transaction: Transaction = {
    from: account,
    to: to ? lower(to) : null,
    value: value ?? 0n,
    data: data ?? '0x',
    ...(gas !== undefined && { gas }),
    ...(gasPrice !== undefined && { gasPrice }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
    ...(read.nonce !== undefined && Number.isSafeInteger(read.nonce) && { nonce: BigInt(read.nonce) }),
    ...(read.accessList && { accessList: read.accessList.map(lowerEntry) }),
    ...(read.authorizationList && {
      authorizationList: read.authorizationList.map((entry) => ({
        chainId: entry.chainId,
        address: lower(entry.address),
        nonce: BigInt(entry.nonce),
      })),
    }),
  }
  return {
    kind: 'hidden-transaction',
    protocol: null,
    verifier: null,
    transaction,
    chainId: chainId !== undefined && Number.isSafeInteger(chainId) ? BigInt(chainId) : null,
  }
}

function lowerEntry({ address, storageKeys }: NonNullable<Parsed['accessList']>[number]) {
  return { address: lower(address), storageKeys: storageKeys.map(lower) }
}

/** `0x05 || rlp([chain id, delegate, nonce])`. */
function authorisation(bytes: Hex, account: Address): SignedIntent | null {
  let members: unknown
  try {
    members = fromRlp(hexToBytes(`0x${bytes.slice(4)}`), 'hex')
  } catch {
    return null
  }
  if (!Array.isArray(members) || members.length !== 3) return null
  const [chainId, delegate, nonce] = members as unknown[]
  const isAddress = typeof delegate === 'string' && delegate.length === 42
  if (!isAddress || !isQuantity(chainId) || !isQuantity(nonce)) return null
  return {
    kind: 'delegation',
    protocol: 'EIP-7702',
    verifier: null,
    account,
    delegate: lower(delegate as Address),
    chainId: quantity(chainId),
    nonce: quantity(nonce),
  }
}

function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && value.length <= 66
}

function quantity(hex: Hex): bigint {
  return hex === '0x' ? 0n : BigInt(hex)
}

function lower(text: Hex): Hex {
  return text.toLowerCase() as Hex
}

const V1 =
  'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,uint256 endTime,uint256 minPercentageToAsk,bytes params)'

const V2 =
  'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)'

const TREE = /^BatchOrder\(Maker(?:\[2\]){1,24} tree\)/

const MAX_SHOWN = 64

/** Basis points of the price that a seller keeps. */
const WHOLE = 10_000n

/** Only the standard strategy takes the items that the order names. */
const STANDARD = 0n

type MakerV1 = {
  isOrderAsk: boolean
  signer: Address
  collection: Address
  price: bigint
  tokenId: bigint
  amount: bigint
  currency: Address
  startTime: bigint
  endTime: bigint
  minPercentageToAsk: bigint
}

type MakerV2 = {
  quoteType: bigint
  strategyId: bigint
  collectionType: bigint
  collection: Address
  currency: Address
  signer: Address
  startTime: bigint
  endTime: bigint
  price: bigint
  itemIds: bigint[]
  amounts: bigint[]
}

type Tree = MakerV2 | Tree[]

/** Orders of LooksRare's two exchanges, and trees of the second. What comes is the price, before the exchange's fee. */
export function looksRare(message: TypedMessage): SignedIntent[] | null {
  if (message.encodedType === V1) return [first(message)]
  if (message.encodedType === V2) return [second(fields<MakerV2>(message.struct), message, null)]
  const head = TREE.exec(message.encodedType)?.[0]
  if (head === undefined || message.encodedType !== `${head}${V2}`) return null
  const orders = leaves(fields<{ tree: Tree }>(message.struct).tree).filter(
    ({ itemIds, price }) => itemIds.length > 0 || price > 0n,
  )
  return orders.slice(0, MAX_SHOWN).map((order) => second(order, message, orders.length))
}

function leaves(tree: Tree): MakerV2[] {
  return Array.isArray(tree) ? tree.flatMap(leaves) : [tree]
}

/** The first exchange does not say which standard a collection follows; one piece is taken for an ERC-721. */
function first(message: TypedMessage): SignedIntent {
  const order = fields<MakerV1>(message.struct)
  const { isOrderAsk, signer, collection, tokenId, amount, currency, price, minPercentageToAsk } = order
  const least = minPercentageToAsk < WHOLE ? (price * minPercentageToAsk) / WHOLE : price
  const item = nft(amount > 1n ? 'erc1155' : 'erc721', collection, tokenId, amount, isOrderAsk ? null : signer)
  return orderIntent(message, {
    protocol: message.domain.name === 'LooksRareExchange' ? 'LooksRare v1' : null,
    offerer: signer,
    gives: isOrderAsk ? [item] : [coins(currency, price, null)],
    gets: isOrderAsk ? [coins(currency, least, signer)] : [item],
    start: order.startTime,
    end: order.endTime,
  })
}

function second(order: MakerV2, message: TypedMessage, bulk: number | null): SignedIntent {
  const { quoteType, strategyId, collectionType, collection, currency, signer, itemIds, amounts, price } = order
  const sells = quoteType === 1n
  const standard = collectionType === 0n ? 'erc721' : 'erc1155'
  const to = sells ? null : signer
  const anyItem = strategyId !== STANDARD && !sells
  const items = anyItem
    ? [nft(standard, collection, null, amounts[0] ?? 1n, to)]
    : itemIds.map((tokenId, index) => nft(standard, collection, tokenId, amounts[index] ?? 1n, to))
  return orderIntent(message, {
    protocol: message.domain.name === 'LooksRareProtocol' ? 'LooksRare v2' : null,
    offerer: signer,
    gives: sells ? items : [coins(currency, price, null)],
    gets: sells ? [coins(currency, price, signer)] : items,
    start: order.startTime,
    end: order.endTime,
    bulk,
  })
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import { hexToBytes, keccak256 } from 'viem/utils'
import { permit2, permits } from './permits.ts'
import { looksRare, rawBytes } from './rawBytes.ts'
import { relayedCalls } from './relayedCalls.ts'
import { seaport } from './seaport.ts'
import { sessions } from './sessions.ts'
import { signIn } from './signIn.ts'
import { coins, nft, orderIntent, swapOrders } from './swapOrders.ts'
import { fields, fromTable, named, type Recogniser, type TypedMessage, timeOr, verifierOf } from './typedParameters.ts'
import { unknownType } from './unknownType.ts'
import { zeroEx } from './zeroEx.ts'

/** Basis points. */
const WHOLE = 10_000n

/** Blur's orders; where only a root is signed, what is under it cannot be seen. */
const blur = fromTable({
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)':
    (message) => {
      const order = fields<First>(message.struct)
      const { trader, collection, tokenId, amount, paymentToken, price, fees } = order
      const sells = order.side === 1n
      const rate = fees.reduce((sum, fee) => sum + fee.rate, 0n)
      const kept = rate < WHOLE ? (price * (WHOLE - rate)) / WHOLE : 0n
      const item = nft(amount > 1n ? 'erc1155' : 'erc721', collection, tokenId, amount, sells ? null : trader)
      return [
        orderIntent(message, {
          protocol: message.domain.name === 'Blur Exchange' ? 'Blur' : null,
          offerer: trader,
          gives: sells ? [item] : [coins(paymentToken, price, null)],
          gets: sells ? [coins(paymentToken, kept, trader)] : [item],
          start: order.listingTime,
          // Its exchange takes 0 as no end.
          end: timeOr(order.expirationTime),
        }),
      ]
    },
  'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)':
    (message) => {
      const { trader, collection, listingsRoot, numberOfListings, ...order } = fields<Second>(message.struct)
      const protocol = message.domain.name === 'Blur Exchange' ? 'Blur v2' : null
      const blind = { kind: 'blind', protocol, verifier: verifierOf(message), hash: listingsRoot } as const
      // 0 sells; bids pay from the pool's balance at a price that the root hides.
      if (order.orderType !== 0n) return [blind]
      const standard = order.assetType === 0n ? 'erc721' : 'erc1155'
      const gives = [nft(standard, collection, null, numberOfListings, null)]
      const terms = { protocol, offerer: trader, gives, gets: [], end: order.expirationTime }
      return [orderIntent(message, { ...terms, bulk: Number(numberOfListings) }), blind]
    },
  'Root(bytes32 root)': (message) => {
    const { root } = fields<{ root: Hex }>(message.struct)
    const protocol = message.domain.name === 'Blur Exchange' ? 'Blur bulk listing' : null
    return [{ kind: 'blind', protocol, verifier: verifierOf(message), hash: root }]
  },
})

/** An owner's signature under a Safe's transaction or message. The verifying contract is the Safe. */
const safe = fromTable({
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)':
    (message) => execution(message, message.domain.chainId === null ? 'Safe 1.0-1.2' : 'Safe 1.3+'),
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 dataGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)':
    (message) => execution(message, 'Safe 0.1'),
  'SafeMessage(bytes message)': (message) => {
    const { message: wrapped } = fields<{ message: Hex }>(message.struct)
    // The wrapped value is a hash (EIP-1271), or a message that the Safe hashes the same way.
    const hash = wrapped.length === 66 ? wrapped : keccak256(wrapped)
    return [{ kind: 'blind', protocol: 'Safe message', verifier: verifierOf(message), hash }]
  },
})

const ZERO = `0x${'0'.repeat(40)}` as const

/** First four bytes of the hash of the class's name. */
const CLASSES: Readonly<Record<string, 'native' | 'erc20' | 'erc721' | 'erc1155' | 'collection'>> = {
  '0xaaaebeba': 'native',
  '0x8ae85d84': 'erc20',
  '0x73ad2146': 'erc721',
  '0x973bb640': 'erc1155',
  '0xf63c2825': 'collection',
}

/** Rarible's exchange. Classes of assets that are minted on sale, or that others registered, are told by structure only. */
const rarible = fromTable({
  'Order(address maker,Asset makeAsset,address taker,Asset takeAsset,uint256 salt,uint256 start,uint256 end,bytes4 dataType,bytes data)Asset(AssetType assetType,uint256 value)AssetType(bytes4 assetClass,bytes data)':
    (message) => {
      const { maker, makeAsset, taker, takeAsset, start, end } = fields<Order>(message.struct)
      const gives = assetOf(makeAsset, null)
      const gets = assetOf(takeAsset, maker)
      if (gives === null || gets === null) return unknownType(message)
      const protocol = message.domain.name === 'Exchange' ? 'Rarible' : null
      const terms = { protocol, offerer: maker, puller: null, taker: named(taker) }
      return [orderIntent(message, { ...terms, gives: [gives], gets: [gets], start: timeOr(start), end: timeOr(end) })]
    },
})

const SNAPSHOT = /^Vote\(address from,string space,uint64 timestamp,/

const ballots = fromTable({
  'Delegation(address delegatee,uint256 nonce,uint256 expiry)': (message) => {
    const { delegatee, expiry } = fields<{ delegatee: Address; expiry: bigint }>(message.struct)
    return vote(message, 'ERC-5805 delegation', delegatee, expiry)
  },
  'Ballot(uint256 proposalId,uint8 support)': (message) => vote(message, 'Governor ballot'),
  'Ballot(uint256 proposalId,bool support)': (message) => vote(message, 'Governor ballot'),
  'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)': (message) => vote(message, 'Governor ballot'),
  'ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)': (message) =>
    vote(message, 'Governor ballot'),
  'ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)': (
    message,
  ) => vote(message, 'Governor ballot'),
})

const MEMBERS = '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'

/** Transfers by signature (EIP-3009), sent by any account or only by the receiver. The verifying contract is the token. */
const authorisedTransfers = fromTable({
  [`TransferWithAuthorization${MEMBERS}`]: (message) => transfer(message, false),
  [`ReceiveWithAuthorization${MEMBERS}`]: (message) => transfer(message, true),
  // Cancels an earlier signed authorisation: nothing can leave by it.
  'CancelAuthorization(address authorizer,bytes32 nonce)': () => [],
})

const FAMILIES: readonly Recogniser[] = [
  permits,
  permit2,
  authorisedTransfers,
  seaport,
  looksRare,
  blur,
  rarible,
  zeroEx,
  swapOrders,
  safe,
  relayedCalls,
  sessions,
  votes,
]

/**
 * Returns the acts that a signature under the message allows its holder. Empty for words that allow nothing; an unknown type is
 * described by its structure, and never left out. No message makes it throw.
 */
export function recogniseMessage({ account, form }: SignedMessage): SignedIntent[] {
  switch (form.type) {
    case 'typed-data': {
      const message = { ...form, account }
      for (const recognise of FAMILIES) {
        const intents = recognise(message)
        if (intents !== null) return intents
      }
      return unknownType(message)
    }
    case 'hash':
      return [{ kind: 'blind', protocol: null, verifier: null, hash: form.hash }]
    case 'bytes':
      return [rawBytes(form.bytes, account) ?? opaque()]
    default:
      return recogniseText(form.bytes, account)
  }
}

/** Returns the intent of bytes without a known meaning, which the signer cannot read either. */
function opaque(): SignedIntent {
  return { kind: 'unknown', protocol: null, verifier: null, addresses: [], moves: [], deadline: null }
}

/** Recognises words, a sign-in request, or bytes written as hexadecimal text (with or without 0x), which some wallets sign as the bytes. */
function recogniseText(bytes: Hex, account: Address): SignedIntent[] {
  const text = new TextDecoder().decode(hexToBytes(bytes))
  const request = signIn(text.trim())
  if (request !== null) return [request]
  const digits = /^\s*(?:0x)?([0-9a-f]+)\s*$/i.exec(text)?.[1]?.toLowerCase() ?? ''
  if (digits === '' || digits.length % 2 !== 0) return []
  const inner = signIn(new TextDecoder().decode(hexToBytes(`0x${digits}`)).trim())
  if (inner !== null) return [inner]
  if (digits.length === 64) return [{ kind: 'blind', protocol: null, verifier: null, hash: `0x${digits}` }]
  const intent = rawBytes(`0x${digits}`, account)
  return intent === null ? [] : [intent]
}

type Authorisation = { from: Address; to: Address; value: bigint; validBefore: bigint }

function transfer(message: TypedMessage, onlyReceiver: boolean): SignedIntent[] {
  const { from, to, value, validBefore } = fields<Authorisation>(message.struct)
  const token = verifierOf(message)
  if (token === null) return unknownType(message)
  const common = { protocol: 'EIP-3009', verifier: token, token, from, to, amount: value, deadline: validBefore }
  return [{ kind: 'transfer', ...common, spender: onlyReceiver ? to : null, witness: null }]
}

/** Ballots of governors, delegations of votes, and Snapshot's votes, which no contract reads. */
function votes(message: TypedMessage): SignedIntent[] | null {
  const offChain = SNAPSHOT.test(message.encodedType) && verifierOf(message) === null
  return offChain ? vote(message, message.domain.name === 'snapshot' ? 'Snapshot' : null) : ballots(message)
}

function vote(
  message: TypedMessage,
  protocol: string | null,
  delegate: Address | null = null,
  deadline: bigint | null = null,
): SignedIntent[] {
  return [{ kind: 'vote', protocol, verifier: verifierOf(message), delegate, deadline }]
}

type Asset = { assetType: { assetClass: Hex; data: Hex }; value: bigint }

type Order = { maker: Address; makeAsset: Asset; taker: Address; takeAsset: Asset; start: bigint; end: bigint }

function assetOf({ assetType: { assetClass, data }, value }: Asset, to: Address | null): OrderAsset | null {
  const kind = CLASSES[assetClass]
  if (kind === 'native') return coins(ZERO, value, to)
  const contract = word(data, 0)
  if (kind === undefined || contract === null || contract >> 160n !== 0n) return null
  const address = `0x${contract.toString(16).padStart(40, '0')}` as const
  if (kind === 'erc20') return coins(address, value, to)
  if (kind === 'collection') return nft('erc721', address, null, value, to)
  const tokenId = word(data, 1)
  return tokenId === null ? null : nft(kind, address, tokenId, value, to)
}

function word(data: Hex, index: number): bigint | null {
  const digits = data.slice(2 + index * 64, 66 + index * 64)
  return digits.length === 64 ? BigInt(`0x${digits}`) : null
}

type SafeTx = {
  to: Address
  value: bigint
  data: Hex
  operation: bigint
  baseGas?: bigint
  dataGas?: bigint
  gasPrice: bigint
  gasToken: Address
  refundReceiver: Address
}

function execution(message: TypedMessage, protocol: string): SignedIntent[] {
  const { to, value, data, operation, baseGas, dataGas, gasPrice, gasToken, refundReceiver } = fields<SafeTx>(
    message.struct,
  )
  const safe = verifierOf(message)
  return [
    {
      kind: 'execution',
      protocol,
      verifier: safe,
      account: safe ?? message.account,
      calls: [{ to, value, data, ...(operation === 1n && { operation: 1 }) }],
      deadline: null,
      refund:
        gasPrice === 0n
          ? null
          : { token: named(gasToken), receiver: named(refundReceiver), gasPrice, baseGas: baseGas ?? dataGas ?? 0n },
    },
  ]
}

type First = {
  trader: Address
  side: bigint
  collection: Address
  tokenId: bigint
  amount: bigint
  paymentToken: Address
  price: bigint
  listingTime: bigint
  expirationTime: bigint
  fees: { rate: bigint }[]
}

type Second = {
  trader: Address
  collection: Address
  listingsRoot: Hex
  numberOfListings: bigint
  expirationTime: bigint
  assetType: bigint
  orderType: bigint
}

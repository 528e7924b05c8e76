import type { Address } from '@redoubt/risk/address.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { fields, fromTable, named, type TypedMessage, timeOr, verifierOf } from './typedParameters.ts'

/** Exchanges also use this address for the native coin. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const COW_RELAYER = '0xc92e8bdf79f0507f65a392b0ab4667716bfe0110'
const COW_SETTLEMENT = '0x9008d19f58aabd9ed0d60971565aa8510560ab41'
/** 1inch's maker traits: the position of the expiry, and the flag of terms outside the order. */
const EXPIRY_AT = 80n
const HAS_EXTENSION = 1n << 249n

type Cow = {
  sellToken: Address
  buyToken: Address
  receiver: Address
  sellAmount: bigint
  buyAmount: bigint
  validTo: bigint
  feeAmount: bigint
}
type OneInch = {
  makerAsset: Address
  takerAsset: Address
  maker: Address
  receiver: Address
  allowedSender?: Address
  makingAmount: bigint
  takingAmount: bigint
}

/** Exchanges of one fungible token for another: CoW, 1inch, ParaSwap. */
export const swapOrders = fromTable({
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)':
    (message) => {
      const order = fields<Cow>(message.struct)
      const { sellToken, buyToken, receiver, sellAmount, buyAmount, feeAmount } = order
      return [
        orderIntent(message, {
          protocol: message.domain.name === 'Gnosis Protocol' ? 'CoW Protocol' : null,
          puller: verifierOf(message) === COW_SETTLEMENT ? COW_RELAYER : verifierOf(message),
          gives: [coins(sellToken, sellAmount + feeAmount, null)],
          gets: [coins(buyToken, buyAmount, named(receiver) ?? message.account)],
          end: order.validTo,
        }),
      ]
    },
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)':
    (message) => {
      const { makerTraits } = fields<{ makerTraits: bigint }>(message.struct)
      const end = timeOr((makerTraits >> EXPIRY_AT) & (2n ** 40n - 1n))
      const order = oneInch(message, '1inch v4', end)
      return (makerTraits & HAS_EXTENSION) === 0n ? [order] : [order, outside(message, '1inch extension')]
    },
  'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)':
    (message) => {
      const { interactions } = fields<{ interactions: string }>(message.struct)
      const order = oneInch(message, '1inch v3', null)
      return interactions === '0x' ? [order] : [order, outside(message, '1inch interactions')]
    },
  'OrderRFQ(uint256 info,address makerAsset,address takerAsset,address maker,address allowedSender,uint256 makingAmount,uint256 takingAmount)':
    (message) => {
      const { info } = fields<{ info: bigint }>(message.struct)
      return [oneInch(message, '1inch RFQ', timeOr((info >> 64n) & (2n ** 64n - 1n)))]
    },
  'Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)':
    (message) => {
      type Rfq = Pick<OneInch, 'makerAsset' | 'takerAsset' | 'maker'> & {
        expiry: bigint
        taker: Address
        makerAmount: bigint
        takerAmount: bigint
      }
      const { expiry, makerAsset, takerAsset, maker, taker, makerAmount, takerAmount } = fields<Rfq>(message.struct)
      return [
        orderIntent(message, {
          protocol: message.domain.name === 'AUGUSTUS RFQ' ? 'ParaSwap RFQ' : null,
          offerer: maker,
          gives: [coins(makerAsset, makerAmount, null)],
          gets: [coins(takerAsset, takerAmount, maker)],
          taker: named(taker),
          end: timeOr(expiry),
        }),
      ]
    },
})

function oneInch(message: TypedMessage, protocol: string, end: bigint | null): SignedIntent {
  const order = fields<OneInch>(message.struct)
  const { makerAsset, takerAsset, maker, receiver, allowedSender, makingAmount, takingAmount } = order
  return orderIntent(message, {
    protocol: /^1inch (Aggregation Router|Limit Order Protocol)/.test(message.domain.name ?? '') ? protocol : null,
    offerer: maker,
    gives: [coins(makerAsset, makingAmount, null)],
    gets: [coins(takerAsset, takingAmount, named(receiver ?? maker) ?? maker)],
    taker: named(allowedSender ?? null),
    end,
  })
}

/** Returns an unknown intent for predicates, price functions and calls outside the order, or in code: its amounts cannot be read. */
function outside(message: TypedMessage, protocol: string): SignedIntent {
  return { kind: 'unknown', protocol, verifier: verifierOf(message), addresses: [], moves: [], deadline: null }
}

type Order = SignedIntent & { kind: 'order' }

/** Terms of an order; defaults: no account, no time limit, and the verifying contract as the puller. */
type Terms = Pick<Order, 'gives' | 'gets'> & Partial<Omit<Order, 'kind' | 'gives' | 'gets' | 'verifier'>>

/** An order over the contract that the domain names. */
export function orderIntent(message: TypedMessage, terms: Terms): Order {
  const verifier = verifierOf(message)
  return {
    kind: 'order',
    protocol: null,
    verifier,
    offerer: message.account,
    puller: verifier,
    taker: null,
    start: null,
    end: null,
    bulk: null,
    ...terms,
  }
}

/** An amount of a fungible token; the zero address and 0xeee… are the native coin. */
export function coins(token: Address, amount: bigint, to: Address | null): OrderAsset {
  const address = token === NATIVE ? null : named(token)
  return { assetType: address === null ? 'native' : 'erc20', address, tokenId: null, amount, to }
}

/** A token of a collection; `tokenId` null for any. */
export function nft(
  assetType: 'erc721' | 'erc1155',
  address: Address,
  tokenId: bigint | null,
  amount: bigint,
  to: Address | null,
): OrderAsset {
  return { assetType, address, tokenId, amount, to }
}

import type { Address } from '@redoubt/risk/address.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { named, type TypedMessage, verifierOf } from './typedMessage.ts'

type Order = SignedIntent & { kind: 'order' }
/** Terms of an order; defaults: no account, no time limit, and the verifying contract as the puller. */
type Terms = Pick<Order, 'gives' | 'gets'> & Partial<Omit<Order, 'kind' | 'gives' | 'gets' | 'verifier'>>

/** Exchanges also use this address for the native coin. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

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

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { OrderAsset } from '@redoubt/risk/facts/signedIntent.ts'
import { coins, nft, orderIntent } from './orderIntent.ts'
import { fields, fromTable, named, timeOr } from './typedMessage.ts'
import { unknownType } from './unknownType.ts'

type Asset = { assetType: { assetClass: Hex; data: Hex }; value: bigint }
type Order = { maker: Address; makeAsset: Asset; taker: Address; takeAsset: Asset; start: bigint; end: bigint }

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
export const rarible = fromTable({
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

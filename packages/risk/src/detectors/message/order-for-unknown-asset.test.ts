import type { Address } from '../../address.ts'
import type { Loss, Movement } from '../../derive/shapes.ts'
import type { OrderAsset } from '../../facts/signedIntent.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  byAddress,
  contract,
  ETHER,
  label,
  NFT,
  ROUTER,
  router,
  SCAM,
  TRADER,
  USDC,
} from '../../testing/sampleFacts.ts'
import { gain, loss, NOW, order, SEAPORT, seaport, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './order-for-unknown-asset.ts'

const DOLLAR = 1_000_000n
const MILLION = 1_000_000n * DOLLAR
const ape: OrderAsset = { assetType: 'erc721', address: NFT, tokenId: null, amount: 1n, to: null }
const token = (address: Address, amount: bigint, to: Address | null = null): OrderAsset => ({
  assetType: 'erc20',
  address,
  tokenId: null,
  amount,
  to,
})
const coin: OrderAsset = { assetType: 'native', address: null, tokenId: null, amount: ETHER, to: TRADER }
const named = byAddress(
  seaport(),
  usdcToken(),
  router(),
  contract(SCAM, { token: { standard: 'erc20', symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 } }),
)
const sale = (gives: OrderAsset[], gets: OrderAsset[], lost: Loss[] = [], gained: Movement[] = []) => ({
  intents: [order({ gives, gets })],
  named,
  worstCase: { lost, gained },
})
const dollars = (amount: bigint) => [loss({ amount: amount * DOLLAR, before: MILLION, returned: 'unpriced' })]
const onExchange = (amount: bigint, before = MILLION) => ({
  intents: [order({ verifier: ROUTER, gives: [token(USDC, amount * DOLLAR)], gets: [token(SCAM, ETHER, TRADER)] })],
  named,
  worstCase: { lost: [loss({ amount: amount * DOLLAR, before, returned: 'unpriced' })], gained: [] },
})

detectorTest(detector, {
  detects: {
    'all dollars for a token that calls itself WETH': {
      severity: 'critical',
      imitations: [SCAM],
      ...sale([token(USDC, MILLION)], [token(SCAM, 8n * ETHER, TRADER)], dollars(24_000n)),
    },
    'such a token beside a little coin': {
      severity: 'critical',
      imitations: [SCAM],
      ...sale([ape], [token(SCAM, 8n * ETHER, TRADER), coin]),
    },
    'thousands of dollars for a token without a price': sale(
      [token(USDC, MILLION)],
      [token(SCAM, 11n, TRADER)],
      dollars(24_000n),
    ),
    'any item of a collection for such a token': sale([ape], [token(SCAM, ETHER, TRADER)]),
    'as much on an exchange of tokens': onExchange(24_000n),
    'most of what one has, on an exchange of tokens': onExchange(900n, 1_000n * DOLLAR),
    'a purchase of a new token on an exchange of tokens': { severity: 'low', ...onExchange(200n) },
    'a few dollars': {
      severity: 'low',
      ...sale([token(USDC, 5n * DOLLAR)], [token(SCAM, ETHER, TRADER)], dollars(5n)),
    },
    'what cannot be taken as things are': {
      severity: 'medium',
      ...sale([token(USDC, MILLION)], [token(SCAM, ETHER, TRADER)]),
    },
  },
  clears: {
    'an item for coin': sale([ape], [coin]),
    'an item for a listed token': sale([ape], [token(USDC, MILLION, TRADER)]),
    'a token that oracles know': sale([ape], [token(SCAM, ETHER, TRADER)], [], [gain({ address: SCAM, usd: 3_000 })]),
    'an offer for an item, which has no price of its own': sale([token(USDC, DOLLAR)], [{ ...ape, to: TRADER }]),
    'an order for nothing, which is another finding': sale([ape], []),
    'an order that has ended': {
      intents: [order({ gives: [ape], gets: [token(SCAM, ETHER, TRADER)], end: NOW - 1n })],
      named,
    },
    'a permit': {},
  },
  unknowns: {
    'a token that was not looked up': {
      ...sale([ape], [token(SCAM, ETHER, TRADER)]),
      named: byAddress(contract(SEAPORT, { labels: [label('nft_marketplace')] })),
    },
  },
})

import type { Address } from '../../address.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  ETHER,
  FRIEND,
  NFT,
  ROUTER,
  router,
  STRANGER,
  TRADER,
  USDC,
} from '../../testing/sampleFacts.ts'
import { NOW, order } from '../../testing/sampleMessage.ts'
import detector from './order-proceeds-to-another-address.ts'

const gives = [{ assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null }] as const
const coins = (to: Address, amount: bigint) =>
  ({ assetType: 'native', address: null, tokenId: null, amount, to }) as const
const named = byAddress(account(STRANGER), account(FRIEND), router())
const listing = (...gets: ReturnType<typeof coins>[]) => ({ intents: [order({ gives: [...gives], gets })], named })

const weth = (to: Address | null, amount: bigint) =>
  ({ assetType: 'erc20', address: USDC, tokenId: null, amount, to }) as const
const bid = (fee: bigint, item: Address = TRADER) => ({
  intents: [order({ gives: [weth(null, ETHER / 2n)], gets: [{ ...gives[0], to: item }, weth(STRANGER, fee)] })],
  named,
})

detectorTest(detector, {
  detects: {
    'a bid of which most goes to a stranger': bid(ETHER / 4n),
    'a bid whose item goes to a stranger, too': bid(ETHER / 80n, STRANGER),
    'all of the price to a stranger': listing(coins(STRANGER, ETHER)),
    'one wei to the seller, the rest to a stranger': {
      severity: 'high',
      ...listing(coins(TRADER, 1n), coins(STRANGER, ETHER)),
    },
    'a stranger that was not looked up': { ...listing(coins(STRANGER, ETHER)), named: {} },
  },
  clears: {
    'a bid with a royalty': bid(ETHER / 80n),
    'a listing with fee and royalty': listing(
      coins(TRADER, (925n * ETHER) / 1000n),
      coins(STRANGER, (25n * ETHER) / 1000n),
      coins(FRIEND, (50n * ETHER) / 1000n),
    ),
    'a known service that receives on one’s behalf': listing(coins(ROUTER, ETHER)),
    'an order that has ended': {
      intents: [order({ gives: [...gives], gets: [coins(STRANGER, ETHER)], end: NOW - 1n })],
      named,
    },
    'a permit': {},
  },
})

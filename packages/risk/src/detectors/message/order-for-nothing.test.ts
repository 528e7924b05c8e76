import { detectorTest } from '../../testing/detectorTest.ts'
import { ETHER, NFT, STRANGER, TRADER, USDC } from '../../testing/sampleFacts.ts'
import { NOW, order } from '../../testing/sampleMessage.ts'
import detector from './order-for-nothing.ts'

const ape = { assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null } as const
const coins = (amount: bigint) => ({ assetType: 'native', address: null, tokenId: null, amount, to: TRADER }) as const
const usdc = (amount: bigint) => ({ assetType: 'erc20', address: USDC, tokenId: null, amount, to: TRADER }) as const

detectorTest(detector, {
  detects: {
    'an item for nothing, to anyone': { intents: [order({ gives: [ape] })] },
    'an item for nothing, to one stranger': { intents: [order({ gives: [ape], taker: STRANGER })] },
    'an item for one wei': { intents: [order({ gives: [ape], gets: [coins(1n)] })] },
    'an item for a millionth of a dollar': { intents: [order({ gives: [ape], gets: [usdc(1n)] })] },
    'several assets for nothing': { intents: [order({ gives: [ape, usdc(5n)] })] },
    'one bad order among good ones': {
      intents: [order({ gives: [ape], gets: [coins(ETHER)] }), order({ gives: [ape] })],
    },
  },
  clears: {
    'an order that has ended': { intents: [order({ gives: [ape], gets: [], end: NOW - 1n })] },
    'a listing for a price': { intents: [order({ gives: [ape], gets: [coins(ETHER)] })] },
    'an offer for any item of a collection': {
      intents: [order({ gives: [usdc(5_000_000n)], gets: [{ ...ape, tokenId: null, to: TRADER }] })],
    },
    'a price that goes to another account, which is another finding': {
      intents: [order({ gives: [ape], gets: [{ ...coins(ETHER), to: STRANGER }] })],
    },
    'an order that gives nothing': { intents: [order({ gives: [usdc(0n)] })] },
    'a permit': {},
  },
})

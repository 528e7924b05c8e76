import { detectorTest } from '../../testing/detectorTest.ts'
import { TRADER, USDC } from '../../testing/sampleFacts.ts'
import { order } from '../../testing/sampleMessage.ts'
import detector from './order-with-too-many-assets.ts'

const assets = (count: number, to: typeof TRADER | null = null) =>
  Array.from({ length: count }, () => ({ assetType: 'erc20', address: USDC, tokenId: null, amount: 1n, to }) as const)

detectorTest(detector, {
  detects: {
    'twelve hundred offers': { intents: [order({ gives: assets(1_200) })] },
    'as many that are asked for': { intents: [order({ gives: assets(1), gets: assets(64, TRADER) })] },
  },
  clears: {
    'a sweep of a page of items': { intents: [order({ gives: assets(1), gets: assets(50, TRADER) })] },
    'a permit': {},
  },
})

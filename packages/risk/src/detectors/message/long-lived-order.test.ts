import { detectorTest } from '../../testing/detectorTest.ts'
import { DAYS_30, NOW, order } from '../../testing/sampleMessage.ts'
import detector from './long-lived-order.ts'

detectorTest(detector, {
  detects: {
    'an order without end': { intents: [order({ end: null })] },
    'an order for ten years': { intents: [order({ end: NOW + 120n * DAYS_30 })] },
  },
  clears: {
    'half a year, as marketplaces offer': { intents: [order({ end: NOW + 6n * DAYS_30 })] },
    'a permit': {},
  },
})

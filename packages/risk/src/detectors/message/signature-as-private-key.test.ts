import { detectorTest } from '../../detectorTest.ts'
import { origin, personalText } from '../../sampleMessage.ts'
import detector from './signature-as-private-key.ts'

const ZKSYNC = 'Access zkSync account.\n\nOnly sign this message for a trusted client!'
const STARK = 'Create your Stark Key to trade on the exchange.'

detectorTest(detector, {
  detects: {
    'a key that a stranger asks for': {
      ...personalText(ZKSYNC),
      origin: origin({ host: 'evil.example', official: null }),
    },
    'a trading key': { ...personalText(STARK), origin: origin({ host: 'evil.example', official: null }) },
    'the asking site is not named': { ...personalText(ZKSYNC), origin: null, severity: 'medium' },
    'the site of a known project': {
      ...personalText(ZKSYNC),
      origin: { ...origin({ host: 'lite.zksync.io' }), official: 'zkSync' },
      severity: 'low',
    },
  },
  clears: {
    'a greeting': personalText('Welcome! Sign to log in. Nonce: 12345'),
    'terms of use': personalText('I accept the terms. This signature only proves that I own this wallet.'),
    'a market by that name': personalText('I want to list my key chain.'),
  },
})

import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { allowance, origin, personalText, typedData } from '../../testing/sampleMessage.ts'
import detector from './signature-as-private-key.ts'

const ZKSYNC = 'Access zkSync account.\n\nOnly sign this message for a trusted client!'
const STARK = 'Create your Stark Key to trade on the exchange.'

function asking(action: string): Pick<Facts, 'message' | 'intents'> {
  const { message } = typedData({ name: 'dYdX', verifyingContract: null })
  const parameters = [{ name: 'action', type: 'string', value: action }]
  const intent = { kind: 'unknown', protocol: null, verifier: null, addresses: [], moves: [], deadline: null } as const
  return {
    message: { ...message, form: { ...message.form, parameters } as typeof message.form },
    intents: [{ ...intent, addresses: [], moves: [] }],
  }
}

detectorTest(detector, {
  detects: {
    'a key that a stranger asks for': {
      ...personalText(ZKSYNC),
      origin: origin({ host: 'evil.example', official: null }),
    },
    'a trading key': { ...personalText(STARK), origin: origin({ host: 'evil.example', official: null }) },
    'the asking site is not named': { ...personalText(ZKSYNC), origin: null, severity: 'medium' },
    'a key of dYdX, asked for as typed data': {
      ...asking('dYdX STARK Key'),
      origin: origin({ host: 'evil.example', official: null }),
    },
    'the seed of a dYdX chain account': {
      ...asking('dYdX Chain Onboarding'),
      origin: origin({ host: 'evil.example', official: null }),
    },
    'the site of a known project': {
      ...personalText(ZKSYNC),
      origin: { ...origin({ host: 'lite.zksync.io' }), official: 'zkSync' },
      severity: 'low',
    },
  },
  clears: {
    'a greeting': personalText('Welcome! Sign to log in. Nonce: 12345'),
    'terms of use': personalText('I accept the terms. This signature only proves that I own this wallet.'),
    'a typed action without a key': asking('Accept the terms'),
    'typed data that does something else': { ...asking('dYdX STARK Key'), intents: [allowance()] },
    'a market by that name': personalText('I want to list my key chain.'),
  },
})

import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, MAX_UINT256, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { allowance, DAYS_30, NOW, transfer } from '../../testing/sampleMessage.ts'
import detector from './long-lived-permit.ts'

const named = byAddress(contract(UNKNOWN_CONTRACT))
const YEARS = NOW + 100n * DAYS_30

detectorTest(detector, {
  detects: {
    'years for an unknown contract': {
      intents: [allowance({ spender: UNKNOWN_CONTRACT, expiration: YEARS })],
      named,
    },
    'a transfer that may wait for years': {
      intents: [transfer({ spender: UNKNOWN_CONTRACT, deadline: YEARS })],
      named,
    },
    'an EIP-2612 permit that may be used for years': {
      intents: [allowance({ standard: 'erc20', spender: UNKNOWN_CONTRACT, expiration: null, deadline: null })],
      named,
    },
    'an unlimited allowance for a router, for ever': {
      severity: 'low',
      intents: [allowance({ amount: MAX_UINT256, unlimited: true, expiration: null })],
    },
  },
  clears: {
    '30 days, as interfaces ask for': { intents: [allowance({ spender: UNKNOWN_CONTRACT })], named },
    'a bounded allowance for a router': { intents: [allowance({ expiration: null })] },
    'an EIP-2612 permit for an unknown contract, to be used within minutes': {
      intents: [allowance({ standard: 'erc20', spender: UNKNOWN_CONTRACT, expiration: null })],
      named,
    },
    'no permission at all': { intents: [] },
  },
  unknowns: { 'a spender that was not looked up': { intents: [allowance({ expiration: YEARS })], named: {} } },
})

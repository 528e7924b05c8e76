import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, NFT, STRANGER, TRADER } from '../../testing/sampleFacts.ts'
import { allowance, NOW, payment, requirements, signIn, typedData, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './payment-outside-requirements.ts'

const FOREVER = 2n ** 256n - 1n
const named = byAddress(account(STRANGER), usdcToken())
const required = { paymentRequirements: requirements({ payTo: STRANGER }), named }
const pays = (more: Parameters<typeof payment>[0] = {}) => ({
  ...required,
  intents: [payment({ to: STRANGER, deadline: NOW + 60n, ...more })],
})

detectorTest(detector, {
  detects: {
    'another recipient': { severity: 'high', ...pays({ to: NFT }) },
    'one base unit more': { severity: 'high', ...pays({ amount: 5_000_001n }) },
    'another token': { severity: 'high', ...pays({ token: NFT }) },
    'another network': { severity: 'high', ...pays(), ...typedData({ chainId: 8453n }) },
    'an hour in place of a minute': { severity: 'medium', ...pays({ deadline: NOW + 3_600n }) },
    'half a year in place of a minute': { severity: 'high', ...pays({ deadline: NOW + 180n * 86_400n }) },
    'an end beyond what a date can hold': { severity: 'high', ...pays({ deadline: FOREVER }) },
    'no end': { severity: 'high', ...pays({ deadline: null }) },
    'a permission in place of a payment': {
      severity: 'high',
      ...required,
      intents: [allowance({ spender: STRANGER })],
    },
    'a permission beside the payment': {
      severity: 'high',
      ...required,
      intents: [payment({ to: STRANGER, deadline: NOW + 60n }), allowance()],
    },
    'two payments': { severity: 'high', ...required, intents: [...pays().intents, ...pays().intents] },
    'a payment whose recipient the spender chooses': { severity: 'high', ...pays({ to: null }) },
    'a sign-in in place of a payment': { severity: 'high', ...required, intents: [signIn()] },
    'a payment to oneself': { severity: 'high', ...pays({ to: TRADER }) },
  },
  clears: {
    'the payment that is required': pays(),
    'less than is required': pays({ amount: 1n }),
    'a clock some minutes ahead of the block': pays({ deadline: NOW + 600n }),
    'no requirements': { ...pays({ to: NFT }), paymentRequirements: null },
  },
})

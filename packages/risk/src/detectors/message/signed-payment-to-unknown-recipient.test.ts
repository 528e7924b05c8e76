import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, STRANGER, TRADER } from '../../testing/sampleFacts.ts'
import { loss, NOW, payment, requirements, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './signed-payment-to-unknown-recipient.ts'

const named = byAddress(account(STRANGER), usdcToken())
const pays = (amount: bigint) => ({
  intents: [payment({ to: STRANGER, amount })],
  named,
  worstCase: { lost: [loss({ amount, takers: [STRANGER] })], gained: [] },
})

detectorTest(detector, {
  detects: {
    'a fifth of what is held': pays(200_000_000n),
    'nearly all of it': { severity: 'high', ...pays(990_000_000n) },
    'cents for a service, as paid by x402': { severity: 'low', ...pays(10_000n) },
    'a fifth, by a signature that stays usable for a year': {
      severity: 'high',
      ...pays(200_000_000n),
      intents: [payment({ to: STRANGER, amount: 200_000_000n, deadline: NOW + 365n * 86_400n })],
    },
    'cents, by a signature that stays usable for a year': {
      severity: 'low',
      ...pays(10_000n),
      intents: [payment({ to: STRANGER, amount: 10_000n, deadline: NOW + 365n * 86_400n })],
    },
    'nearly all of it, as was asked for': {
      severity: 'high',
      ...pays(990_000_000n),
      paymentRequirements: requirements({ payTo: STRANGER, amount: 990_000_000n, maxTimeoutSeconds: 3_600n }),
    },
    'cents to another account than was asked for': {
      severity: 'low',
      ...pays(10_000n),
      paymentRequirements: requirements({ payTo: TRADER, maxTimeoutSeconds: 3_600n }),
    },
    'a holding that could not be read': { ...pays(5n), worstCase: { lost: [], gained: [] } },
  },
  clears: {
    'cents that the signer was asked for and accepted': {
      ...pays(10_000n),
      paymentRequirements: requirements({ payTo: STRANGER, maxTimeoutSeconds: 3_600n }),
    },
    'a payment to a known service': { intents: [payment({ to: usdcToken().address })], named },
    'a payment to oneself': { intents: [payment({ to: TRADER })], named },
    'one that expired': { intents: [payment({ to: STRANGER, deadline: NOW - 1n })], named },
    'a permit': {},
  },
  unknowns: { 'a receiver that was not looked up': { ...pays(5n), named: {} } },
})

import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, STRANGER } from '../../testing/sampleFacts.ts'
import { DAYS_30, NOW, payment, transfer, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './long-lived-payment.ts'

const named = byAddress(account(STRANGER), usdcToken())
const until = (deadline: bigint | null, to = STRANGER) => ({ named, intents: [payment({ to, deadline })] })

detectorTest(detector, {
  detects: {
    'a year': { severity: 'medium', ...until(NOW + 365n * 86_400n) },
    'one second more than 30 days': until(NOW + DAYS_30 + 1n),
    'for ever': until(null),
  },
  clears: {
    'minutes, as x402 asks': until(NOW + 60n),
    '30 days': until(NOW + DAYS_30),
    'a payment to a known service': until(null, usdcToken().address),
    'no payment': { intents: [transfer({ deadline: null })] },
  },
  unknowns: { 'a receiver that was not looked up': { ...until(null), named: {} } },
})

import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  contract,
  label,
  ROUTER,
  router,
  SCAM,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import { DAYS_30, NOW, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './broad-session-key.ts'

type Session = Extract<Facts['intents'][number], { kind: 'session' }>
const session = (more: Partial<Session>, delegate = account(STRANGER)) => ({
  named: byAddress(delegate, router(), usdcToken()),
  intents: [
    {
      protocol: null,
      verifier: null,
      kind: 'session',
      account: TRADER,
      delegate: delegate.address,
      targets: [ROUTER],
      expiration: NOW + DAYS_30,
      limits: ['at most 5 USDC a day'],
      valueBounded: null,
      ...more,
    } satisfies Session,
  ],
})

detectorTest(detector, {
  detects: {
    'any contract, any amount': session({ targets: [], limits: [] }),
    'any contract, any amount, for ever': {
      severity: 'critical',
      ...session({ targets: [], limits: [], expiration: null }),
    },
    'no end': { severity: 'medium', ...session({ expiration: null }) },
    'no limit': { severity: 'medium', ...session({ limits: [] }) },
    'a bounded key of a game': { severity: 'low', ...session({}) },
    'a wallet that may call a token, without a limit on amounts': {
      severity: 'critical',
      ...session({ targets: [USDC], valueBounded: false }),
    },
    'a wallet that may call an application, without a limit on amounts': session({ valueBounded: false }),
    'unknown code that may call a token, without a limit on amounts': session(
      { targets: [USDC], valueBounded: false },
      contract(UNKNOWN_CONTRACT),
    ),
    'a known service, without a limit on amounts': {
      severity: 'medium',
      ...session({ valueBounded: false }, contract(SCAM, { labels: [label('defi_protocol')] })),
    },
    'an amount of one token, to a wallet': { severity: 'low', ...session({ targets: [], valueBounded: true }) },
  },
  clears: { 'a permit': {} },
})

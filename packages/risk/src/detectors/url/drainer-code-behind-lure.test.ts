import { detectorTest } from '../../testing/detectorTest.ts'
import { DEX_CALLS, marks, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './drainer-code-behind-lure.ts'

const walletCalls = marks(...DEX_CALLS)
const claim = { kind: 'claim', phrase: 'claim your reward' } as const
const urgency = { kind: 'urgency', phrase: 'only 10 minutes left' } as const

detectorTest(detector, {
  detects: {
    'a claim by hidden code that shuts out inspectors': {
      page: page({ walletCalls, lures: [claim], obfuscation: marks('eval-of-decoded', 'debugger-loop') }),
      severity: 'critical',
    },
    'an urgent claim by hidden code': {
      page: page({ walletCalls, lures: [claim, urgency], obfuscation: marks('hex-names') }),
    },
    'a claim by hidden code': {
      page: page({ walletCalls, lures: [claim], obfuscation: marks('packed') }),
      severity: 'medium',
    },
    'hidden code with a private channel and no lure': {
      page: page({ walletCalls, obfuscation: marks('encoded-strings'), channels: marks('ip-endpoint') }),
      severity: 'medium',
    },
    'the same on a known project’s site, which may have been taken over': {
      page: page({ walletCalls, lures: [claim, urgency], obfuscation: marks('hex-names') }),
      trust: trust({ official: 'Swapper' }),
      severity: 'medium',
    },
  },
  clears: {
    'an exchange with everything that exchanges have': { page: page({ walletCalls }) },
    'an airdrop in plain code': { page: page({ walletCalls, lures: [claim, urgency] }) },
    'an exchange that hides its code': { page: page({ walletCalls, obfuscation: marks('packed', 'hex-names') }) },
    'an airdrop that only reads': {
      page: page({ walletCalls: marks('connect', 'sign'), lures: [claim], obfuscation: marks('packed') }),
    },
    'hidden code without a wallet': { page: page({ lures: [claim], obfuscation: marks('packed', 'debugger-loop') }) },
  },
  unknowns: {
    'a script that was not read': { page: page({ walletCalls, unread: ['app.js: too large'] }) },
    'a site that does not answer': unreached(),
  },
})

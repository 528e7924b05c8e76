import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './approval-request-for-airdrop.ts'

const claim = { kind: 'claim', phrase: 'claim your airdrop' } as const
const migration = { kind: 'migration', phrase: 'migrate your tokens' } as const
const WORDS = { title: 'Fern airdrop', description: null, text: 'Claim your airdrop now.' }
const calls = marks('connect', 'typed-data', 'permit')

detectorTest(detector, {
  detects: {
    'an airdrop that wants a permit': { page: page({ ...WORDS, walletCalls: calls, lures: [claim] }) },
    'a check of the wallet that wants an approval': {
      page: page({
        ...WORDS,
        walletCalls: marks('approve'),
        lures: [{ kind: 'verify-wallet', phrase: 'verify your wallet' }],
      }),
    },
  },
  clears: {
    'an airdrop that only gives': { page: page({ ...WORDS, walletCalls: marks('connect', 'send'), lures: [claim] }) },
    'an exchange that also has an airdrop': {
      page: page({ ...WORDS, text: 'Swap tokens. Claim your airdrop.', walletCalls: calls, lures: [claim] }),
    },
    'a migration, which takes the old tokens': { page: page({ ...WORDS, walletCalls: calls, lures: [migration] }) },
    'a page without an offer': { page: page({ ...WORDS, walletCalls: calls }) },
    'a known project': {
      page: page({ ...WORDS, walletCalls: calls, lures: [claim] }),
      trust: trust({ official: 'Fern' }),
    },
  },
  unknowns: { 'a site that does not answer': unreached() },
})

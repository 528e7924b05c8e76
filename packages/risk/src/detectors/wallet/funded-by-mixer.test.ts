import { detectorTest } from '../../testing/detectorTest.ts'
import { account, FRIEND } from '../../testing/sampleFacts.ts'
import { hop, mixer, scammer } from '../../testing/sampleWallet.ts'
import detector from './funded-by-mixer.ts'

detectorTest(detector, {
  detects: {
    'first coin out of a mixer': { fundingChain: [hop({ account: mixer() })] },
    'a wallet in between': {
      fundingChain: [hop({ account: account(FRIEND) }), hop({ hop: 2, account: mixer() })],
      severity: 'medium',
    },
    'two wallets in between': { fundingChain: [hop({ hop: 3, account: mixer() })], severity: 'low' },
  },
  clears: {
    'money from an exchange': {},
    'a scammer, which is another finding': { fundingChain: [hop({ account: scammer() })] },
  },
})

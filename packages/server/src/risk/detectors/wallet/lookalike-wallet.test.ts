import { detectorTest } from '../../detectorTest.ts'
import { label } from '../../sampleFacts.ts'
import { bait, lookalike } from '../../sampleWallet.ts'
import detector from './lookalike-wallet.ts'

detectorTest(detector, {
  detects: {
    'one that was planted': { lookalikes: [lookalike({ bait: [bait()] })] },
    'one that resembles an address the owner deals with': { lookalikes: [lookalike()], severity: 'high' },
    'one that resembles a known service': {
      lookalikes: [lookalike({ by: 'known', label: label('exchange', 'Binance 14') })],
      severity: 'high',
    },
  },
  clears: { 'an address like no other': {} },
})

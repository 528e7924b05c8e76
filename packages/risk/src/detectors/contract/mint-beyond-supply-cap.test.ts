import { detectorTest } from '../../testing/detectorTest.ts'
import { able } from '../../testing/sampleContract.ts'
import detector from './mint-beyond-supply-cap.ts'

const MINT = 'mint(address,uint256)'

detectorTest(detector, {
  detects: {
    'more pieces than the limited edition has': { ...able('mint', MINT, { beyond: 10n }), severity: 'high' },
    'the same by several keys': { ...able('mint', MINT, { beyond: 10n, owner: 'multisig' }), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'a mint within a limit': able('mint', MINT, { drains: 2 }),
    'a mint without a limit, whatever its tokens could buy': able('mint', MINT, { drains: 91 }),
    'a mint without a caller': able('mint', MINT, { beyond: 10n, owner: 'burned' }),
  },
})

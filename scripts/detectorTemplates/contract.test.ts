import { detectorTest } from '../../packages/risk/src/testing/detectorTest.ts'
import { privileged } from '../../packages/risk/src/testing/sampleContract.ts'
import detector from './contract.ts'

detectorTest(detector, {
  detects: { 'a hundred and one owners': { privileged: Array.from({ length: 101 }, () => privileged()) } },
  clears: {
    'a token whose ownership is renounced': {},
    'a token with one owner': { privileged: [privileged()] },
    'a contract without privileged accounts': { privileged: [] },
  },
})

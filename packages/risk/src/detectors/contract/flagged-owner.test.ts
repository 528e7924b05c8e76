import { detectorTest } from '../../testing/detectorTest.ts'
import { privileged } from '../../testing/sampleContract.ts'
import { label } from '../../testing/sampleFacts.ts'
import detector from './flagged-owner.ts'

detectorTest(detector, {
  detects: { 'an owner on a list': { privileged: [privileged({ labels: [label('hacker', 'Key stolen in 2025')] })] } },
  clears: {
    'a renounced token': {},
    'an unknown owner': { privileged: [privileged()] },
    'an owner who is a known project': { privileged: [privileged({ labels: [label('defi_protocol')] })] },
  },
})

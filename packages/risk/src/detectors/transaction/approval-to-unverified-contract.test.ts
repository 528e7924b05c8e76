import type { SourceCheck } from '../../facts/purchaseFacts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { approval, byAddress, contract, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './approval-to-unverified-contract.ts'

const checked = (verified: SourceCheck['verified'], asked: string[]) => ({
  approvalChanges: [approval(UNKNOWN_CONTRACT, { after: 5n, unlimited: false })],
  spenders: byAddress(contract(UNKNOWN_CONTRACT)),
  spenderSources: [{ address: UNKNOWN_CONTRACT, verified, asked }],
})

detectorTest(detector, {
  detects: {
    'no source where most projects publish': { ...checked(false, ['Etherscan', 'Sourcify']), severity: 'high' },
    'no source in the one archive that was asked': { ...checked(false, ['Sourcify']), severity: 'medium' },
  },
  clears: {
    'a published source': checked(true, ['Sourcify']),
    'no unknown spender': { spenderSources: [] },
  },
  unknowns: { 'no service gave an answer': checked(null, []) },
})

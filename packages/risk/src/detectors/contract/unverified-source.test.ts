import { detectorTest } from '../../testing/detectorTest.ts'
import { NO_CODE, provenance } from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './unverified-source.ts'

const unverified = { provenance: provenance({ verified: false, verifiedBy: null, name: null }) }

detectorTest(detector, {
  detects: { 'an unverified contract': unverified },
  clears: {
    'a verified token': {},
    'a known protocol': { ...unverified, subject: contract(USDC, { labels: [label('defi_protocol')] }) },
    'no code': { ...NO_CODE, ...unverified },
  },
  unknowns: { 'a contract that no service was asked about': { provenance: provenance({ verified: null }) } },
})

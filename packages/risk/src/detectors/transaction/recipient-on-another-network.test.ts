import { detectorTest } from '../../testing/detectorTest.ts'
import { account, contract, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './recipient-on-another-network.ts'

const fresh = account(STRANGER, { nonce: 0n, balance: 0n })
const onPolygon = [
  { chain: 'bsc', hasCode: false },
  { chain: 'polygon', hasCode: true },
] as const

detectorTest(detector, {
  detects: {
    'an account without code here and with code there': { recipient: fresh, codeOnOtherNetworks: [...onPolygon] },
  },
  clears: {
    'a person whose wallet is delegated on another network': {
      recipient: account(STRANGER, { nonce: 3n }),
      codeOnOtherNetworks: [...onPolygon],
    },
    'a contract deployed on both': { recipient: contract(STRANGER), codeOnOtherNetworks: [...onPolygon] },
    'no code anywhere': { recipient: fresh, codeOnOtherNetworks: [{ chain: 'bsc', hasCode: false }] },
  },
})

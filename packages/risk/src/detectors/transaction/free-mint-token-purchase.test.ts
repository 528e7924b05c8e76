import type { PurchasePrivileges } from '../../facts/probes.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { capability, privileged, TOKEN, trade } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './free-mint-token-purchase.ts'

const token = { standard: 'erc20', symbol: 'PLAIN', name: 'Plain Token', decimals: 18 } as const
const mint = capability('mint', 'transfer(address,uint256)', { call: { callerRole: 'stranger' } })
const bought = (more: Partial<PurchasePrivileges>) => ({
  purchasePrivileges: [
    {
      token: TOKEN,
      subject: { ...contract(TOKEN), token },
      trade: trade(),
      switches: [],
      freeMints: [mint],
      privileged: [privileged()],
      cut: [],
      ...more,
    },
  ],
})

detectorTest(detector, {
  detects: {
    'any account can mint': bought({}),
    'any account can mint a token with a known name': {
      ...bought({ subject: { ...contract(TOKEN, { labels: [label('token')] }), token } }),
      severity: 'low',
    },
  },
  clears: {
    'no account mints without a payment': bought({ freeMints: [] }),
    'no unknown token is bought': { purchasePrivileges: [] },
  },
})

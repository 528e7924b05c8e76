import type { PurchasePrivileges } from '../../facts/probes.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { flip, privileged, TOKEN, trade } from '../../testing/sampleContract.ts'
import { contract } from '../../testing/sampleFacts.ts'
import detector from './freezable-token-purchase.ts'

const token = { standard: 'erc20', symbol: 'PLAIN', name: 'Plain Token', decimals: 18 } as const
const freeze = flip('deny(address)', { hits: 'named-account' })
const bought = (more: Partial<PurchasePrivileges>) => ({
  purchasePrivileges: [
    {
      token: TOKEN,
      subject: { ...contract(TOKEN), token },
      trade: trade(),
      switches: [freeze],
      freeMints: [],
      privileged: [privileged()],
      cut: [],
      ...more,
    },
  ],
})

detectorTest(detector, {
  detects: {
    'one key can freeze a buyer': bought({}),
    'one key can freeze a holder of a token with a deep pool': {
      ...bought({ trade: trade({ pool: { ...trade().pool, depthUsd: 5_000_000 } }) }),
      severity: 'medium',
    },
    'several keys can freeze a buyer': {
      ...bought({ privileged: [privileged({ account: 'multisig' })] }),
      severity: 'low',
    },
  },
  clears: {
    'no account can do anything': bought({ switches: [] }),
    'one key can stop all sales, which another rule judges': bought({ switches: [flip('close()')] }),
    'no unknown token is bought': { purchasePrivileges: [] },
  },
})

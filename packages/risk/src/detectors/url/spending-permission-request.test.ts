import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './spending-permission-request.ts'

const asks = (method: string, data: object) => ({
  browsing: browsing({ requests: [walletRequest({ method, params: JSON.stringify([{ permission: { data } }]) })] }),
})

detectorTest(detector, {
  detects: {
    'tokens without a limit': asks('wallet_grantPermissions', { periodAmount: `0x${'ff'.repeat(32)}` }),
    'a small subscription': {
      ...asks('wallet_requestExecutionPermissions', { periodAmount: '0x989680' }),
      severity: 'medium',
    },
    'no sum at all': asks('wallet_grantPermissions', {}),
  },
  clears: { 'the account': asks('wallet_requestPermissions', {}), nothing: {} },
})

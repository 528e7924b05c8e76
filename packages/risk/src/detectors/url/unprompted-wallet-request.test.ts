import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './unprompted-wallet-request.ts'

const asks = (method: string, unprompted = true) => ({
  browsing: browsing({ requests: [walletRequest({ method, unprompted })] }),
})

detectorTest(detector, {
  detects: {
    'a signature on opening': asks('eth_signTypedData_v4'),
    'a transaction on opening': asks('eth_sendTransaction'),
    'a connection on opening': { ...asks('eth_requestAccounts'), severity: 'low' },
  },
  clears: {
    'a signature after a button': asks('personal_sign', false),
    'a question about the network': asks('eth_chainId'),
    'no request': {},
  },
})

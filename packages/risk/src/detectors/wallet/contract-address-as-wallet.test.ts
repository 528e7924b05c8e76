import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { safe } from '../../testing/sampleWallet.ts'
import detector from './contract-address-as-wallet.ts'

detectorTest(detector, {
  detects: {
    'a plain contract': { subject: contract(UNKNOWN_CONTRACT), walletContract: { type: 'contract' } },
  },
  clears: {
    'a trader': {},
    'a Safe': { subject: contract(UNKNOWN_CONTRACT), walletContract: safe() },
    'an ERC-4337 account': {
      walletContract: {
        type: 'smart-account',
        name: 'Kernel',
        implementation: UNKNOWN_CONTRACT,
        modules: [],
        complete: true,
      },
    },
  },
})

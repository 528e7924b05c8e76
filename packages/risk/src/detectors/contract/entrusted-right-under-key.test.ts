import type { EntrustedRight, GuardedPull } from '../../facts/guardedPull.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { privileged } from '../../testing/sampleContract.ts'
import { STRANGER } from '../../testing/sampleFacts.ts'
import detector from './entrusted-right-under-key.ts'

const used = (right: EntrustedRight | undefined, account: 'eoa' | 'multisig' | 'burned' = 'eoa'): GuardedPull => ({
  selector: '0xdeadbeef',
  signature: null,
  guards: [{ by: 'caller', holder: STRANGER }],
  holders: [privileged({ address: STRANGER, by: 'a guard', account })],
  anyCall: false,
  ...(right && { right }),
})

detectorTest(detector, {
  detects: {
    'a module that a key runs': { guardedPulls: [used('wallets')], severity: 'high' },
    'a module that a key was seen to run': {
      guardedPulls: [{ ...used('wallets'), onWallet: { before: ['setAllowance'], later: true } }],
      severity: 'critical',
    },
    'a module that anyone runs': { guardedPulls: [{ ...used('wallets'), guards: [] }], severity: 'critical' },
    'a keeper that takes liquidity': { guardedPulls: [used('positions')], severity: 'high' },
    'a second signer': { guardedPulls: [used('signatures')], severity: 'high' },
    'a module of a multisig': { guardedPulls: [used('wallets', 'multisig')], severity: 'low' },
  },
  clears: {
    'no power': {},
    'a pull of approved tokens, which another finding names': { guardedPulls: [used(undefined)] },
    'a module whose key is burned': { guardedPulls: [used('wallets', 'burned')] },
  },
})

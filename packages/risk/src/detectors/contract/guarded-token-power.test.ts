import type { GuardedTokenPower } from '../../facts/guardedTokenPower.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { OWNER, privileged } from '../../testing/sampleContract.ts'
import detector from './guarded-token-power.ts'

const power = (more: Partial<GuardedTokenPower> = {}): GuardedTokenPower => ({
  selector: '0x11223344',
  signature: null,
  guards: [{ by: 'caller', holder: OWNER }],
  anyCall: false,
  holders: [privileged({ address: OWNER, account: 'eoa' })],
  effect: 'takes',
  of: 'named-holder',
  taxPercent: null,
  asIs: true,
  executed: false,
  ...more,
})
const found = (more: Partial<GuardedTokenPower> = {}) => ({
  guardedTokenPowers: { powers: [power(more)], cut: false },
})

detectorTest(detector, {
  detects: {
    'an owner that takes tokens of a holder': found(),
    'an owner, where a stored condition was lifted too': {
      ...found({ asIs: false }),
      severity: 'low',
      says: /^A single key .* could take tokens of any holder through 0x11223344 if other conditions of the code held\./,
    },
    'an owner that did it in simulation after another of its calls': found({ asIs: false, executed: true }),
    'an approve() that takes tokens of a holder when the owner calls it, in simulation': found({
      selector: '0x095ea7b3',
      executed: true,
    }),
    'a signature that takes tokens of a holder': found({ guards: [{ by: 'signature', holder: OWNER }] }),
    'a signature that stops sales': found({
      guards: [{ by: 'signature', holder: OWNER }],
      effect: 'stops',
      of: 'all-holders',
    }),
    'a tax by a secret': found({
      guards: [{ by: 'secret', holder: null }],
      holders: [],
      effect: 'taxes',
      taxPercent: 95,
    }),
    'a balance that any account may fill': {
      ...found({ selector: '0x', signature: 'a payment to 0x…', guards: [], holders: [], effect: 'stops' }),
      severity: 'critical',
    },
    'a list of callers that is not known': {
      ...found({ guards: [{ by: 'role', holder: null }], holders: [] }),
      severity: 'low',
    },
    'a multisig': { ...found({ holders: [privileged({ address: OWNER, account: 'multisig' })] }), severity: 'low' },
    'a seizure by the name of a fee': found({ signature: 'collectFee(address,uint256)' }),
    'a pause that says so': { ...found({ signature: 'pause()', effect: 'stops' }), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'a transfer, which any holder calls': found({ selector: '0xa9059cbb' }),
    'a call that any account can make, which execution shows or refutes': found({ guards: [], holders: [] }),
    'a burned owner': found({ holders: [privileged({ address: OWNER, account: 'burned' })] }),
  },
})

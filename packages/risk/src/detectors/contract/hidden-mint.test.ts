import { detectorTest } from '../../testing/detectorTest.ts'
import {
  able,
  BY_UNPRIVILEGED_CALLER,
  bytecode,
  capability,
  IMPLEMENTATION,
  privileged,
} from '../../testing/sampleContract.ts'
import detector from './hidden-mint.ts'

const unnamed = { call: { signature: null } }

/** Another contract may call `own`, and an account with a key its function `outer`. */
const through = (own: string, outer: string, drains = 0) => ({
  capabilities: [
    capability('mint', own, { call: { caller: IMPLEMENTATION, callerRole: 'role' } }),
    capability('mint', outer, { call: { to: IMPLEMENTATION, callerRole: 'role' }, drains }),
  ],
  privileged: [privileged({ address: IMPLEMENTATION, account: 'contract', by: 'bridge()' }), privileged()],
})

detectorTest(detector, {
  detects: {
    'a mint called collect': able('mint', 'collect(uint256)'),
    'a mint without a published name': able('mint', 'x(uint256)', unnamed),
    'a mint of items by the owner of a collection': {
      ...able('mint', 'collect(uint256)'),
      bytecode: bytecode({ standard: 'erc721' }),
      severity: 'medium',
    },
    'an open mint that a former owner may still call': able('mint', 'mint(address,uint256)', {
      call: { callerRole: 'former-owner' },
    }),
    'one that did not work now': { ...able('mint', 'collect(uint256)', { state: 'potential' }), severity: 'medium' },
    'a mint that its code bounds to little a day': {
      ...able('mint', 'come(address,uint256)', { boundADay: 0.1 }),
      severity: 'low',
    },
    'a mint that the supply tells': { ...able('mint', 'come(address,uint256)', { isLogged: true }), severity: 'high' },
    'one that a multisig may call': { ...able('mint', 'collect(uint256)', { owner: 'multisig' }), severity: 'low' },
    'one through a contract that may do it': {
      ...through('collect(uint256)', 'go()'),
      severity: 'medium',
    },
    'one through a contract, whose new tokens were sold for most of the pool': {
      ...through('collect(uint256)', 'go()', 82),
      severity: 'high',
    },
  },
  clears: {
    'a relayer whose bridge may mint': through('mint(address,uint256)', 'relay(address,uint256)'),
    'an emission that anyone sets off': able('mint', 'drip()', { call: BY_UNPRIVILEGED_CALLER, emission: 0.1 }),
    'a plain token': {},
    'an open mint': able('mint', 'mint(address,uint256)'),
    'an issuer’s own word for it': able('mint', 'issue(uint256)'),
    'a rebase': able('mint', 'rebase(uint256)'),
    'what was paid for': able('mint', 'x()', { ...unnamed, backed: true }),
    'a power that was given up': able('mint', 'collect(uint256)', { owner: 'burned' }),
  },
})

import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  contract,
  ETHER,
  FRIEND,
  invoke,
  ROUTER,
  STRANGER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import detector from './function-call-to-eoa.ts'

detectorTest(detector, {
  detects: {
    'a mint paid to a person, where earlier payments could not be read': {
      ...invoke(STRANGER, 'mint()', [], { value: ETHER }),
      recipient: account(STRANGER),
      pastDealings: null,
    },
    'a mint paid to a person': { ...invoke(STRANGER, 'mint()', [], { value: ETHER }), recipient: account(STRANGER) },
    'a note to a friend': {
      ...invoke(FRIEND, 'thanks()', [], { value: ETHER }),
      recipient: account(FRIEND),
      severity: 'low',
    },
    'an approval of nothing': {
      ...invoke(STRANGER, 'approve(address,uint256)', [ROUTER, 1n]),
      recipient: account(STRANGER),
      severity: 'low',
    },
  },
  clears: {
    'a plain transfer': {},
    'a call of a contract': { ...invoke(UNKNOWN_CONTRACT, 'mint()', []), recipient: contract(UNKNOWN_CONTRACT) },
    'a call of a person’s smart account': {
      ...invoke(STRANGER, 'execute(address)', [ROUTER]),
      recipient: account(STRANGER, { class: 'delegated-eoa', delegate: UNKNOWN_CONTRACT }),
    },
  },
})

import { encodeAbiParameters, toEventSelector } from 'viem/utils'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  failure,
  frame,
  invoke,
  ROUTER,
  STRANGER,
  simulation,
  UNKNOWN_CONTRACT,
  ZERO,
} from '../../testing/sampleFacts.ts'
import detector from './implementation-change.ts'

const upgraded = {
  address: UNKNOWN_CONTRACT,
  topics: [toEventSelector('Upgraded(address)'), encodeAbiParameters([{ type: 'address' }], [STRANGER])],
  data: '0x',
} as const
const ran = (calls = [frame()]) => ({
  simulation: simulation({ trace: frame({ logs: [{ ...upgraded, topics: [...upgraded.topics] }], calls }) }),
})
const safeUpgrade = {
  safes: [UNKNOWN_CONTRACT],
  ...invoke(
    UNKNOWN_CONTRACT,
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    [ROUTER, 0n, '0x', 1, 0n, 0n, 0n, ZERO, ZERO, '0x'],
  ),
}

detectorTest(detector, {
  detects: {
    'an upgrade by name': invoke(UNKNOWN_CONTRACT, 'upgradeTo(address)', [STRANGER]),
    'an upgrade that fails': {
      ...invoke(UNKNOWN_CONTRACT, 'upgradeTo(address)', [STRANGER]),
      simulation: failure('Ownable: caller is not the owner'),
      severity: 'medium',
    },
    'an upgrade through its admin contract': invoke(ROUTER, 'upgrade(address,address)', [UNKNOWN_CONTRACT, STRANGER]),
    'an upgrade shown by its event': { ...invoke(UNKNOWN_CONTRACT, 'poke()', []), ...ran() },
    'a master copy that a delegate call writes without an event': {
      ...safeUpgrade,
      simulation: simulation({
        stateDiff: {
          [UNKNOWN_CONTRACT]: {
            storage: {
              '0x0': {
                before: `0x${ROUTER.slice(2).padStart(64, '0')}`,
                after: `0x${STRANGER.slice(2).padStart(64, '0')}`,
              },
            },
          },
        },
      }),
      severity: 'critical',
    },
    'an implementation slot of the called proxy (EIP-1967)': {
      ...invoke(UNKNOWN_CONTRACT, 'poke()', []),
      simulation: simulation({
        stateDiff: {
          [UNKNOWN_CONTRACT]: {
            storage: {
              '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc': { before: '0x1', after: '0x2' },
            },
          },
        },
      }),
    },
    'new code for the Safe that executes': { ...safeUpgrade, ...ran(), severity: 'critical' },
  },
  clears: {
    'a proxy that the transaction creates': {
      ...invoke(ROUTER, 'createProxy()', []),
      ...ran([frame({ type: 'CREATE', to: UNKNOWN_CONTRACT })]),
    },
    'a first storage slot of a contract that is no Safe': {
      ...invoke(UNKNOWN_CONTRACT, 'poke()', []),
      simulation: simulation({
        stateDiff: { [UNKNOWN_CONTRACT]: { storage: { '0x0': { before: '0x1', after: '0x2' } } } },
      }),
    },
    'a plain transfer': {},
  },
})

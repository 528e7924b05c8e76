import { encodeAbiParameters, toEventSelector } from 'viem/utils'
import { detectorTest } from '../../detectorTest.ts'
import { frame, invoke, ROUTER, STRANGER, simulation, UNKNOWN_CONTRACT, ZERO } from '../../sampleFacts.ts'
import detector from './implementation-change.ts'

const upgraded = {
  address: UNKNOWN_CONTRACT,
  topics: [toEventSelector('Upgraded(address)'), encodeAbiParameters([{ type: 'address' }], [STRANGER])],
  data: '0x',
} as const
const ran = (calls = [frame()]) => ({
  simulation: simulation({ trace: frame({ logs: [{ ...upgraded, topics: [...upgraded.topics] }], calls }) }),
})
const safeUpgrade = invoke(
  UNKNOWN_CONTRACT,
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  [ROUTER, 0n, '0x', 1, 0n, 0n, 0n, ZERO, ZERO, '0x'],
)

detectorTest(detector, {
  detects: {
    'an upgrade by name': invoke(UNKNOWN_CONTRACT, 'upgradeTo(address)', [STRANGER]),
    'an upgrade through its admin contract': invoke(ROUTER, 'upgrade(address,address)', [UNKNOWN_CONTRACT, STRANGER]),
    'an upgrade shown by its event': { ...invoke(UNKNOWN_CONTRACT, 'poke()', []), ...ran() },
    'new code for the Safe that executes': { ...safeUpgrade, ...ran(), severity: 'critical' },
  },
  clears: {
    'a proxy that the transaction creates': {
      ...invoke(ROUTER, 'createProxy()', []),
      ...ran([frame({ type: 'CREATE', to: UNKNOWN_CONTRACT })]),
    },
    'a plain transfer': {},
  },
})

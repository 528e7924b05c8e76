import { detectorTest } from '../../testing/detectorTest.ts'
import { bytecode, NO_CODE, TOKEN } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './external-call-in-transfer.ts'

type Path = NonNullable<ReturnType<typeof bytecode>['transferPath']>
const asks = (...calls: Path['calls']) => ({
  bytecode: bytecode({ transferPath: { conditions: [], scaledBy: [], calls } }),
})

detectorTest(detector, {
  detects: {
    'a gate that can be swapped': { ...asks({ kind: 'staticcall', to: 'stored', slot: '0x5' }), severity: 'low' },
    'borrowed code that can be swapped': asks({ kind: 'delegatecall', to: 'stored', slot: null }),
  },
  clears: {
    'a plain token': {},
    'a contract fixed for ever': asks({ kind: 'call', to: 'fixed', slot: null }),
    'a famous token with a registry': {
      ...asks({ kind: 'call', to: 'stored', slot: '0x5' }),
      subject: contract(TOKEN, { labels: [label('token')] }),
    },
    'no code': NO_CODE,
  },
})

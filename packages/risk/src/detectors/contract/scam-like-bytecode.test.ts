import { detectorTest } from '../../testing/detectorTest.ts'
import { bytecode, contractFunction, NO_TOKEN, TOKEN } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './scam-like-bytecode.ts'

/** A taxed token that picks out sales, diverts a part, calls out, and has an owner with privileges. */
const marked = bytecode({
  functions: [
    contractFunction('transfer(address,uint256)', { balanceWrites: [{ does: 'adds', of: 'other', gated: false }] }),
    contractFunction('renounceOwnership()', { gated: true }),
    contractFunction('x(address)', { signature: null, gated: true, writes: ['0x9'] }),
  ],
  transferPath: {
    conditions: [{ about: 'account', slot: '0x9', fixed: null, of: 'recipient', demanded: false, needs: null }],
    scaledBy: ['0xa', '0xb', '0xc'],
    calls: [{ kind: 'call', to: 'stored', slot: '0xd' }],
  },
})

detectorTest(detector, {
  detects: { 'a taxed token that treats sales otherwise, diverts and calls out': { bytecode: marked } },
  clears: {
    'a plain token': {},
    'a known token with the same marks': { bytecode: marked, subject: contract(TOKEN, { labels: [label('token')] }) },
    'what is no token': { ...NO_TOKEN, bytecode: bytecode({ standard: null }) },
  },
})

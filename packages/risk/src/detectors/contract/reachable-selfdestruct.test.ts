import { detectorTest } from '../../testing/detectorTest.ts'
import {
  able,
  BY_UNPRIVILEGED_CALLER,
  bytecode,
  contractFunction,
  NO_CODE,
  NO_TOKEN,
} from '../../testing/sampleContract.ts'
import detector from './reachable-selfdestruct.ts'

const SIGNS = contractFunction('sign(string)', { mutability: 'payable', writes: ['0x3'], writesElsewhere: true })
const TAKES = contractFunction('withdraw()', { gated: true, sendsNative: true })
/** A guest book whose coins only its owner gets. */
const book = (more: Parameters<typeof bytecode>[0] = { payees: ['0x0'] }, kill: Parameters<typeof able>[2] = {}) => ({
  ...NO_TOKEN,
  ...able('selfdestruct', 'kill()', kill),
  bytecode: bytecode({ standard: null, functions: [SIGNS, TAKES], ...more }),
})

detectorTest(detector, {
  detects: {
    'the owner of a guest book, whose records end': { ...book(), severity: 'medium' },
    'the owner of a till that keeps no records': { ...book({ functions: [TAKES], payees: ['0x0'] }), severity: 'low' },
    'one that pays its visitors': book({}),
    'one with two payees, as an escrow': book({ payees: ['0x0', '0x1'] }),
    'one whose payee any account may write': book({ functions: [SIGNS, TAKES], payees: ['0x3'] }),
    'one that pays visitors tokens': book({
      functions: [SIGNS, contractFunction('swap()', { asks: ['0xa9059cbb'] })],
      payees: ['0x0'],
    }),
    'one that is a token': book({ standard: 'erc20', payees: ['0x0'] }),
    'one that any account may destroy': book({ payees: ['0x0'] }, { call: BY_UNPRIVILEGED_CALLER }),
    'an owner who may': able('selfdestruct', 'kill()'),
    'a timelock that may': { ...able('selfdestruct', 'kill()', { owner: 'timelock' }), severity: 'low' },
    'an opcode that no call reached': { bytecode: bytecode({ opcodes: { selfdestruct: true } }), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'no code': NO_CODE,
    'a power that was given up': able('selfdestruct', 'kill()', { owner: 'burned' }),
  },
})

import { detectorTest } from '../../testing/detectorTest.ts'
import {
  bytecode,
  contractFunction,
  distribution,
  NO_TOKEN,
  redeemed,
  TOKEN,
  untradable,
} from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './low-liquidity.ts'

const pools = (liquidityUsd: number | null) => ({ distribution: distribution({ liquidityUsd }) })

detectorTest(detector, {
  detects: {
    'next to nothing': { ...pools(300), severity: 'medium' },
    'no pool at all': { ...pools(0), severity: 'medium' },
    'a little': pools(5_000),
    'a little beside what the contract pays': { ...pools(5_000), deposits: [redeemed()] },
    'a token that no pool could be made for': { ...pools(0), trade: null, severity: 'medium' },
    'a token whose transfers other code may have': {
      ...pools(0),
      trade: null,
      bytecode: bytecode({
        functions: [contractFunction('create_lock(uint256,uint256)')],
        opcodes: { ...bytecode().opcodes, delegatecall: true },
      }),
      severity: 'medium',
    },
  },
  clears: {
    'shares that the contract pays out': { ...pools(0), deposits: [redeemed()] },
    'deep liquidity': {},
    'a receipt of a known service': { ...pools(0), subject: contract(TOKEN, { labels: [label('token')] }) },
    'a receipt that refuses approvals, which no pool can hold': { ...pools(0), trade: untradable() },
    'votes of a lock, which no function transfers': {
      ...pools(0),
      trade: null,
      bytecode: bytecode({ functions: [contractFunction('create_lock(uint256,uint256)')] }),
    },
    'what is no token': NO_TOKEN,
  },
  unknowns: { 'pools without a price': pools(null) },
})

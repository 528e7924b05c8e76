import type { DeployerToken } from '../../facts/deployerTokens.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { CREATOR, deployerTokens } from '../../testing/sampleContract.ts'
import detector from './liquidity-removed-by-deployer.ts'

const token = (last: string, liquidity: DeployerToken['liquidity']): DeployerToken => ({
  address: `0x${last.repeat(40)}`,
  pool: liquidity === 'none' ? null : `0x${last.repeat(39)}0`,
  liquidity,
})
const history = (...tokens: DeployerToken[]) => ({ deployerTokens: deployerTokens({ tokens }) })

detectorTest(detector, {
  detects: {
    'three tokens without liquidity': history(token('1', 'removed'), token('2', 'removed'), token('3', 'removed')),
    'two of them': {
      ...history(token('1', 'removed'), token('2', 'removed'), token('3', 'there')),
      severity: 'medium',
    },
    'one that may have moved': { ...history(token('1', 'removed')), severity: 'low' },
    'three of many transactions': {
      deployerTokens: deployerTokens({
        deployer: CREATOR,
        transactions: 900,
        examined: 60,
        tokens: [token('1', 'removed'), token('2', 'removed'), token('3', 'removed')],
      }),
    },
  },
  clears: {
    'a deployer of one token': {},
    'tokens that trade': history(token('1', 'there'), token('2', 'there'), token('3', 'there')),
    'tokens that never had a pool': history(token('1', 'none'), token('2', 'none'), token('3', 'none')),
    'a contract made by a factory': { deployerTokens: null },
  },
})

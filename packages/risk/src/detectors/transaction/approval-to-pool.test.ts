import { detectorTest } from '../../testing/detectorTest.ts'
import { approval, byAddress, contract, label, NFT, router, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './approval-to-pool.ts'

const pool = contract(UNKNOWN_CONTRACT, { labels: [label('pool', 'Uniswap V2 pool USDC/WETH')] })
const to = (spender = pool, more = {}) => ({
  approvalChanges: [approval(spender.address, more)],
  spenders: byAddress(spender),
})

detectorTest(detector, {
  detects: {
    'an unlimited approval of a pair': to(),
    'a bounded one': to(pool, { after: 5n, unlimited: false }),
    'a collection handed to a pool': to(pool, { standard: 'erc721', token: NFT, operator: true, after: 1n }),
    'a pool that a list calls a protocol': to({ ...pool, labels: [label('defi_protocol'), label('pool')] }),
  },
  clears: {
    'a router': to(router()),
    'a contract that was not proved to be a pool': to(contract(UNKNOWN_CONTRACT)),
    'a revocation': to(pool, { before: 5n, after: 0n, unlimited: false }),
  },
})

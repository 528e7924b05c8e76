import type { TokenPull } from '../../derive/shapes.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, failure, invoke, ROUTER, router, SCAM, TRADER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './honeypot-token-sale.ts'

const sale = {
  ...invoke(ROUTER, 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)', [100n, 1n, [SCAM], TRADER, 1n]),
  recipient: router(),
  simulation: failure('TransferHelper: TRANSFER_FROM_FAILED'),
}
const pull = (more: Partial<TokenPull> = {}): TokenPull => ({
  token: SCAM,
  holder: TRADER,
  spender: ROUTER,
  to: UNKNOWN_CONTRACT,
  amount: 100n,
  balance: 100n,
  allowance: 1_000n,
  error: 'execution reverted',
  revertReason: 'not allowed',
  failedInside: true,
  ...more,
})

detectorTest(detector, {
  detects: {
    'a honeypot sale on a known router': { ...sale, tokenPulls: [pull()] },
    'a token that says no by returning false': { ...sale, tokenPulls: [pull({ error: null, revertReason: null })] },
    'a sale through an unknown contract': {
      ...sale,
      recipient: contract(ROUTER),
      tokenPulls: [pull()],
      severity: 'high',
    },
  },
  clears: {
    'a sale without the allowance': { ...sale, tokenPulls: [pull({ allowance: 99n })] },
    'a sale of more than one holds': { ...sale, tokenPulls: [pull({ balance: 99n })] },
    'a sale that fails for its slippage limit after the token moved': {
      ...sale,
      tokenPulls: [pull({ error: null, revertReason: null, failedInside: false })],
    },
    'a sale that works': { tokenPulls: [pull({ failedInside: false })] },
  },
  unknowns: { 'a token that does not answer': { ...sale, tokenPulls: [pull({ balance: null })] } },
})

import type { PaymasterCharge } from '../../derive/shapes.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { pay, STRANGER, TRADER, USDC, userOperation } from '../../testing/sampleFacts.ts'
import detector from './paymaster-charge.ts'

type Taken = PaymasterCharge['taken'][number]

const operation = pay(TRADER, 0n, { userOperation: userOperation({ paymaster: STRANGER }) })
/** Of 1,000 USDC; the network fee is about a dollar and a half. */
const charged = (amount: number, more: Partial<Taken> = {}, costUsd: number | null = 1.5) => ({
  ...operation,
  paymasterCharge: {
    taken: [
      {
        assetType: 'erc20' as const,
        address: USDC,
        tokenId: null,
        symbol: 'USDC',
        decimals: 6,
        amount: BigInt(amount * 1e6),
        before: 1_000_000_000n,
        usd: amount,
        ...more,
      },
    ],
    costUsd,
  },
})

detectorTest(detector, {
  detects: {
    'a fee with a margin': { ...charged(1.8), severity: 'info' },
    'a small fee where the coin has no price': { ...charged(1.5, {}, null), severity: 'info' },
    'a fee in a token without a price': { ...charged(5, { usd: null }), severity: 'low' },
    'ten times the fee': { ...charged(15), severity: 'high' },
    'nearly all of a holding': { ...charged(950), severity: 'critical' },
    'most of a holding without a price': { ...charged(600, { usd: null }), severity: 'critical' },
    'a fifth of a holding without a price': { ...charged(200, { usd: null }), severity: 'high' },
    'an item': {
      ...charged(0, { assetType: 'erc721', tokenId: 7n, amount: 1n, usd: null, before: 1n }),
      severity: 'critical',
    },
  },
  clears: {
    'a paymaster that takes nothing': { ...operation, paymasterCharge: { taken: [], costUsd: 1 } },
    'an operation that the account pays': pay(TRADER, 0n, { userOperation: userOperation() }),
    'an ordinary transaction': {},
  },
})

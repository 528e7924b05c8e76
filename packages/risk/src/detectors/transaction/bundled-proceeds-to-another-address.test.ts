import type { Address } from '../../address.ts'
import { detectorTest } from '../../detectorTest.ts'
import type { Facts } from '../../facts.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  invoke,
  label,
  pay,
  ROUTER,
  router,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../sampleFacts.ts'
import { moves, partsOf, type TestStep } from '../../testParts.ts'
import detector from './bundled-proceeds-to-another-address.ts'

const UNUSED: Address = `0xf1${'0'.repeat(38)}`
const EXCHANGE: Address = `0xe8c${'0'.repeat(37)}`
const ACCOUNTS = [
  account(UNUSED, { nonce: 0n, balance: 0n }),
  account(STRANGER, { nonce: 5n }),
  account(FRIEND),
  account(EXCHANGE, { labels: [label('exchange')] }),
  router(),
  contract(UNKNOWN_CONTRACT),
]
const dollars = (amount: bigint) => amount * 1_000_000n
/** Coins for USDC at three thousand a coin. */
const swaps = (amount: bigint): TestStep =>
  moves(
    invoke(ROUTER, 'swapExactETHForTokens(uint256)', [amount], { value: ETHER }),
    change(TRADER, -(dollars(amount) * ETHER) / 3_000_000_000n, { changeUsd: -Number(amount), before: 100n * ETHER }),
    usdc(TRADER, dollars(amount), { changeUsd: Number(amount), before: dollars(50_000n) }),
  )
const sends = (to: Address, amount: bigint): TestStep =>
  moves(
    invoke(USDC, 'transfer(address,uint256)', [to, dollars(amount)]),
    usdc(TRADER, -dollars(amount), { changeUsd: -Number(amount), before: dollars(50_000n) }),
    usdc(to, dollars(amount)),
  )
const bundle = (...steps: TestStep[]): Partial<Facts> => ({
  parts: partsOf(steps, ACCOUNTS),
  counterparties: byAddress(...ACCOUNTS),
})

detectorTest(detector, {
  detects: {
    'all that a swap brings, to an unused account': bundle(swaps(6_000n), sends(UNUSED, 6_000n)),
    'most of it, to an unused account': bundle(swaps(6_000n), sends(UNUSED, 4_000n)),
    'all of it, to a stranger': { ...bundle(swaps(6_000n), sends(STRANGER, 6_000n)), severity: 'medium' },
    'all of it, where earlier payments could not be read': {
      ...bundle(swaps(6_000n), sends(UNUSED, 6_000n)),
      pastDealings: null,
      severity: 'medium',
    },
  },
  clears: {
    'a small invoice, paid by converting what it asks for': bundle(swaps(300n), sends(UNUSED, 300n)),
    'a payment beside a larger swap': bundle(swaps(20_000n), sends(STRANGER, 2_000n)),
    'a payment of what one holds beside a small swap': bundle(swaps(1_000n), sends(STRANGER, 9_000n)),
    'to an exchange': bundle(swaps(6_000n), sends(EXCHANGE, 6_000n)),
    'to an account that was paid before': {
      ...bundle(swaps(6_000n), sends(FRIEND, 6_000n)),
      pastDealings: [
        { address: FRIEND, direction: 'out', zeroValue: false, asset: 'USDC', genuine: true, blockNumber: 1n },
      ],
    },
    'a payment alone': bundle(moves(pay(UNUSED, ETHER), change(TRADER, -ETHER), change(UNUSED, ETHER))),
  },
})

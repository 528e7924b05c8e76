import type { Address } from '../../address.ts'
import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
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
} from '../../testing/sampleFacts.ts'
import { moves, partsOf, type TestStep } from '../../testing/testParts.ts'
import detector from './wrapped-coins-to-another-address.ts'

const UNUSED: Address = `0xf1${'0'.repeat(38)}`
const WRAPPED: Address = `0xc02${'0'.repeat(37)}`
const EXCHANGE: Address = `0xe8c${'0'.repeat(37)}`
const ACCOUNTS = [
  account(UNUSED, { nonce: 0n, balance: 0n }),
  account(STRANGER, { nonce: 5n }),
  account(FRIEND),
  account(EXCHANGE, { labels: [label('exchange')] }),
  router(),
  contract(UNKNOWN_CONTRACT),
  contract(WRAPPED, { labels: [label('token')] }),
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
const coins = 2n * ETHER
const wrapped = (of: Address, amount: bigint) =>
  change(of, amount, {
    assetType: 'erc20',
    address: WRAPPED,
    symbol: 'WETH',
    decimals: 18,
    before: 0n,
    changeUsd: (Number(amount) / 1e18) * 3_000,
  })
const wraps: TestStep = moves(
  invoke(WRAPPED, 'deposit()', [], { value: coins }),
  change(TRADER, -coins, { changeUsd: -6_000, before: 100n * ETHER }),
  wrapped(TRADER, coins),
)
const gives = (to: Address): TestStep =>
  moves(invoke(WRAPPED, 'transfer(address,uint256)', [to, coins]), wrapped(TRADER, -coins), wrapped(to, coins))
const unwraps: TestStep = moves(
  invoke(WRAPPED, 'withdraw(uint256)', [coins]),
  wrapped(TRADER, -coins),
  change(TRADER, coins, { changeUsd: 6_000, before: 100n * ETHER }),
)
const pays = (to: Address): TestStep =>
  moves(pay(to, coins), change(TRADER, -coins, { changeUsd: -6_000, before: 100n * ETHER }), change(to, coins))
const bundle = (...steps: TestStep[]): Partial<Facts> => ({
  parts: partsOf(steps, ACCOUNTS),
  counterparties: byAddress(...ACCOUNTS),
})

detectorTest(detector, {
  detects: {
    'wrapped coins, to an unused account': bundle(wraps, gives(UNUSED)),
    'wrapped coins, to a stranger': { ...bundle(wraps, gives(STRANGER)), severity: 'medium' },
    'unwrapped coins, to an unused account': { ...bundle(unwraps, pays(UNUSED)), severity: 'medium' },
    'wrapped coins, where earlier payments could not be read': {
      ...bundle(wraps, gives(UNUSED)),
      pastDealings: null,
      severity: 'medium',
    },
  },
  clears: {
    'unwrapped coins, to a stranger': bundle(unwraps, pays(STRANGER)),
    'a swap, and a payment with what it brings': bundle(swaps(6_000n), sends(UNUSED, 6_000n)),
    'coins wrapped for a later trade beside a payment': bundle(wraps, sends(STRANGER, 2_000n)),
    'to an exchange': bundle(wraps, gives(EXCHANGE)),
    'to an account that was paid before': {
      ...bundle(wraps, gives(FRIEND)),
      pastDealings: [
        { address: FRIEND, direction: 'out', zeroValue: false, asset: 'USDC', genuine: true, blockNumber: 1n },
      ],
    },
    'a payment alone': bundle(moves(pay(UNUSED, ETHER), change(TRADER, -ETHER), change(UNUSED, ETHER))),
  },
})

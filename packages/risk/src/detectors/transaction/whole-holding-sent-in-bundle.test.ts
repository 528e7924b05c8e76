import type { Address } from '../../address.ts'
import type { BalanceChange } from '../../facts/changes.ts'
import type { DecodedCall } from '../../facts/decodedCall.ts'
import type { Facts } from '../../facts/facts.ts'
import type { Transaction } from '../../facts/transaction.ts'
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
  sampleFacts,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../testing/sampleFacts.ts'
import detector from './whole-holding-sent-in-bundle.ts'

const EXCHANGE: Address = `0xe8c${'0'.repeat(37)}`
const SECOND: Address = `0x5ec${'0'.repeat(37)}`
const ACCOUNTS = [
  router(),
  account(STRANGER),
  account(SECOND),
  account(FRIEND),
  account(EXCHANGE, { labels: [label('exchange')] }),
  contract(UNKNOWN_CONTRACT),
]
const ALL = 1_000_000_000n
const BLOCK = sampleFacts().block as Facts['block']

type Call = Pick<Facts, 'transaction' | 'decodedCall'>
const approval = invoke(USDC, 'approve(address,uint256)', [ROUTER, 1n])
const dollars = (to: Address, amount: bigint) => invoke(USDC, 'transfer(address,uint256)', [to, amount])
const sent = (to: Address, amount: bigint) => [change(TRADER, -amount), change(to, amount)]
const sentDollars = (to: Address, amount: bigint) => [usdc(TRADER, -amount), usdc(to, amount)]

/** Calls of one bundle, and what they change together. */
function bundle(calls: Call[], balanceChanges: BalanceChange[]): Partial<Facts> {
  const { transaction, decodedCall } = pay(null, 0n)
  const whole: Transaction = {
    ...transaction,
    calls: calls.map(({ transaction: { to, value, data } }) => ({ to, value, data })),
  }
  const decoded: DecodedCall = { ...decodedCall, calls: calls.map((one) => one.decodedCall) }
  return { transaction: whole, decodedCall: decoded, balanceChanges, counterparties: byAddress(...ACCOUNTS) }
}

detectorTest(detector, {
  detects: {
    'all coins beside an approval': bundle([approval, pay(STRANGER, 10n * ETHER)], sent(STRANGER, 10n * ETHER)),
    'nine tenths of the coins but for a fee, beside an approval': bundle(
      [approval, pay(STRANGER, (ETHER * 87n) / 10n)],
      sent(STRANGER, (ETHER * 87n) / 10n),
    ),
    'all that a swap leaves of the coins': bundle(
      [
        invoke(ROUTER, 'swapExactETHForTokens(uint256)', [ALL], { value: 6n * ETHER }),
        pay(STRANGER, (ETHER * 39n) / 10n),
      ],
      [change(TRADER, (-ETHER * 99n) / 10n), change(ROUTER, 6n * ETHER), change(STRANGER, (ETHER * 39n) / 10n)],
    ),
    'all coins but a reserve for network fees': {
      ...bundle(
        [approval, pay(STRANGER, ETHER / 10n)],
        [change(TRADER, -ETHER / 10n, { before: (15n * ETHER) / 100n }), change(STRANGER, ETHER / 10n)],
      ),
      block: { ...BLOCK, baseFeePerGas: 50n * 10n ** 9n },
    },
    'all coins before a payment of others': bundle(
      [pay(STRANGER, 9n * ETHER), pay(FRIEND, ETHER)],
      [change(TRADER, -10n * ETHER), change(STRANGER, 9n * ETHER), change(FRIEND, ETHER)],
    ),
    'all of a token beside a payment of a part': bundle(
      [dollars(STRANGER, (ALL * 95n) / 100n), dollars(FRIEND, ALL / 20n)],
      [usdc(TRADER, -ALL), usdc(STRANGER, (ALL * 95n) / 100n), usdc(FRIEND, ALL / 20n)],
    ),
    'what a payment leaves of a token': bundle(
      [dollars(FRIEND, (ALL * 3n) / 10n), dollars(STRANGER, (ALL * 7n) / 10n)],
      [usdc(TRADER, -ALL), usdc(STRANGER, (ALL * 7n) / 10n), usdc(FRIEND, (ALL * 3n) / 10n)],
    ),
    'all of a token to a contract that gives nothing': bundle(
      [approval, dollars(UNKNOWN_CONTRACT, ALL)],
      sentDollars(UNKNOWN_CONTRACT, ALL),
    ),
    'to an account whose payments could not be read': {
      ...bundle([approval, pay(STRANGER, 10n * ETHER)], sent(STRANGER, 10n * ETHER)),
      pastDealings: null,
    },
  },
  clears: {
    'nine tenths of the coins beside another payment': bundle(
      [pay(FRIEND, ETHER / 10n), pay(STRANGER, (ETHER * 87n) / 10n)],
      [change(TRADER, (-ETHER * 88n) / 10n), change(FRIEND, ETHER / 10n), change(STRANGER, (ETHER * 87n) / 10n)],
    ),
    'two thirds of few coins, where fees are low': {
      ...bundle(
        [approval, pay(STRANGER, ETHER / 10n)],
        [change(TRADER, -ETHER / 10n, { before: (15n * ETHER) / 100n }), change(STRANGER, ETHER / 10n)],
      ),
      block: { ...BLOCK, baseFeePerGas: 10n ** 9n },
    },
    'an interface fee that leaves a reserve for network fees': {
      ...bundle(
        [invoke(ROUTER, 'deposit(uint256)', [ALL], { value: ETHER }), pay(STRANGER, ETHER / 100n)],
        [
          change(TRADER, (-ETHER * 101n) / 100n, { before: (ETHER * 106n) / 100n }),
          change(ROUTER, ETHER),
          change(STRANGER, ETHER / 100n),
        ],
      ),
      block: { ...BLOCK, baseFeePerGas: 50n * 10n ** 9n },
    },
    'half of what a swap leaves of the coins': bundle(
      [invoke(ROUTER, 'swapExactETHForTokens(uint256)', [ALL], { value: 6n * ETHER }), pay(STRANGER, 2n * ETHER)],
      [change(TRADER, -8n * ETHER), change(ROUTER, 6n * ETHER), change(STRANGER, 2n * ETHER)],
    ),
    'wages of all coins but a reserve for network fees': {
      ...bundle(
        [approval, pay(STRANGER, ETHER / 20n), pay(SECOND, ETHER / 20n)],
        [
          change(TRADER, -ETHER / 10n, { before: (15n * ETHER) / 100n }),
          change(STRANGER, ETHER / 20n),
          change(SECOND, ETHER / 20n),
        ],
      ),
      block: { ...BLOCK, baseFeePerGas: 50n * 10n ** 9n },
    },
    'most of it': bundle([approval, pay(STRANGER, 8n * ETHER)], sent(STRANGER, 8n * ETHER)),
    'to an account that was paid before': bundle([approval, pay(FRIEND, 10n * ETHER)], sent(FRIEND, 10n * ETHER)),
    'to an exchange': bundle([approval, pay(EXCHANGE, 10n * ETHER)], sent(EXCHANGE, 10n * ETHER)),
    'wages of all that is there': bundle(
      [dollars(STRANGER, ALL / 2n), dollars(SECOND, ALL / 2n)],
      [usdc(TRADER, -ALL), usdc(STRANGER, ALL / 2n), usdc(SECOND, ALL / 2n)],
    ),
    'what was bought for the payment': bundle(
      [invoke(ROUTER, 'swapExactETHForTokens(uint256)', [ALL], { value: ETHER }), dollars(STRANGER, ALL)],
      [
        change(TRADER, -ETHER),
        change(ROUTER, ETHER),
        usdc(TRADER, 0n, { before: ALL / 10n }),
        usdc(STRANGER, ALL, { before: 0n }),
      ],
    ),
    'coins of no value': bundle(
      [approval, pay(STRANGER, 100n)],
      [change(TRADER, -100n, { before: 100n }), change(STRANGER, 100n)],
    ),
    'a single call': {
      ...bundle([pay(STRANGER, 10n * ETHER)], sent(STRANGER, 10n * ETHER)),
    },
    'a plain payment': {},
  },
})

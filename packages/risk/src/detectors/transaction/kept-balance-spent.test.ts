import { keccak256 } from 'viem/utils'
import type { Address, Hex } from '../../address.ts'
import type { BalanceChange } from '../../facts/changes.ts'
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
  ROUTER,
  router,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  usdc,
} from '../../testing/sampleFacts.ts'
import detector from './kept-balance-spent.ts'

/** Keeps USDC for its users, in a mapping at slot 2. */
const PURSE: Address = `0x9d15e${'0'.repeat(35)}`
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const recordOf = (owner: Address, slot = 2n) => keccak256(`${word(BigInt(owner))}${word(slot).slice(2)}`)
const dollars = (amount: bigint) => amount * 1_000_000n

/** A call after which the record of the sender is `after`, and the contract has paid. */
function spends(
  [before, after]: readonly [bigint, bigint],
  rows: readonly BalanceChange[],
  more: Partial<Facts> = {},
): Partial<Facts> {
  return {
    ...invoke(UNKNOWN_CONTRACT, 'claim(uint256)', [1n]),
    recipient: contract(UNKNOWN_CONTRACT),
    balanceChanges: [...rows],
    simulation: simulation({
      stateDiff: {
        [PURSE]: { storage: { [recordOf(TRADER)]: { before: word(before), after: word(after) } } },
      } as Facts['simulation']['stateDiff'],
    }),
    counterparties: byAddress(
      contract(PURSE),
      account(STRANGER),
      account(FRIEND),
      router(),
      contract(UNKNOWN_CONTRACT),
    ),
    senderHistory: [],
    ...more,
  }
}

const ALL = [dollars(3_000n), 0n] as const
const paid = (to: Address, amount: bigint) => [usdc(PURSE, -dollars(amount)), usdc(to, dollars(amount))]

detectorTest(detector, {
  detects: {
    'all of it, to a stranger that the call does not name': spends(ALL, paid(STRANGER, 3_000n)),
    'all of it in coins': spends(
      [2n * ETHER, 0n],
      [change(PURSE, -2n * ETHER, { changeUsd: -6_000 }), change(STRANGER, 2n * ETHER, { changeUsd: 6_000 })],
    ),
    'shares of it that are worth more than they count': spends([dollars(2_400n), 0n], paid(STRANGER, 3_000n)),
    'all but a crumb, which the sender gets': spends(ALL, [
      usdc(PURSE, -dollars(3_000n)),
      usdc(STRANGER, dollars(2_900n)),
      usdc(TRADER, dollars(100n)),
    ]),
    'all of it, to a receiver that the call names': {
      ...spends(ALL, paid(STRANGER, 3_000n), invoke(PURSE, 'withdraw(uint256,address)', [dollars(3_000n), STRANGER])),
      severity: 'medium',
    },
    'a third of it': { ...spends([dollars(9_000n), dollars(6_000n)], paid(STRANGER, 3_000n)), severity: 'medium' },
    'a small part of it': { ...spends([dollars(90_000n), dollars(87_000n)], paid(STRANGER, 3_000n)), severity: 'low' },
    'all of it, for items without a price': {
      ...spends(ALL, [
        ...paid(STRANGER, 3_000n),
        change(TRADER, 1n, { assetType: 'erc721', address: `0xa1${'0'.repeat(38)}`, tokenId: 1n, before: 0n }),
      ]),
      severity: 'medium',
    },
  },
  clears: {
    'a withdrawal to its owner': spends(ALL, paid(TRADER, 3_000n)),
    'a withdrawal less a fee': spends(ALL, [
      usdc(PURSE, -dollars(3_000n)),
      usdc(TRADER, dollars(2_970n)),
      usdc(STRANGER, dollars(30n)),
    ]),
    'a withdrawal that is sold for coins on the way': spends(ALL, [
      usdc(PURSE, -dollars(3_000n)),
      usdc(STRANGER, dollars(3_000n)),
      change(TRADER, ETHER, { changeUsd: 2_990 }),
    ]),
    'a fee of the network': spends([dollars(10n), 0n], paid(STRANGER, 10n)),
    'a payment to an account that was paid before': spends(ALL, paid(FRIEND, 3_000n), {
      senderHistory: [
        { address: FRIEND, direction: 'out', zeroValue: false, asset: 'USDC', genuine: true, blockNumber: 1n },
      ],
    }),
    'a payment to a known service': spends(ALL, paid(ROUTER, 3_000n)),
    'a payment of others’ money, of which the sender’s record says nothing': spends([5n, 4n], paid(STRANGER, 3_000n)),
    'a deposit': spends([0n, dollars(3_000n)], [usdc(TRADER, -dollars(3_000n)), usdc(PURSE, dollars(3_000n))]),
    'a share token that is burned, which is a holding of its own': spends(ALL, [
      ...paid(STRANGER, 3_000n),
      change(TRADER, -dollars(3_000n), { assetType: 'erc20', address: PURSE, symbol: 'pUSDC', decimals: 6 }),
    ]),
  },
})

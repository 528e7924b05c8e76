import { coinDeposit, tokenDeposit } from '../deposits.ts'
import { account, dai, dollars } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

/** Stakes, locks and receipts. */
export const STAKES: readonly VerdictCase[] = [
  tokenDeposit('A01x', 'stake of 3,000 USDC; the owner may move the whole pot to any address', {
    contract: 'SweepStake',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
  }),
  tokenDeposit('A01h', 'stake of 3,000 USDC; the owner may only rescue tokens other than the staked ones', {
    contract: 'RescueStake',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
  }),
  tokenDeposit('J01x', 'stake of 3,000 DAI; the owner may move the whole pot to any address', {
    contract: 'SweepStake',
    call: 'deposit',
    args: () => [dai(3000)],
    token: 'dai',
    amount: 3_000,
  }),
  coinDeposit('A02x', 'exit needs two days of staking and closes tomorrow; afterwards the owner takes all', {
    contract: 'WindowStake',
    call: 'stake',
    value: '2',
    constructorArgs: (stage) => [stage.scanTime + 86_400],
  }),
  coinDeposit('A02h', 'exit open to all one day a week, next in three days', {
    contract: 'EpochStake',
    call: 'stake',
    value: '2',
    constructorArgs: (stage) => [(Math.floor(stage.scanTime / 86_400) + 3) % 7],
  }),
  tokenDeposit('A03x', 'exit fee to the owner of 10 % a day since the deposit, 100 % after ten days', {
    contract: 'GrowingFee',
    call: 'join',
    args: () => [dai(3000)],
    token: 'dai',
    amount: 3_000,
  }),
  tokenDeposit('A03h', 'exit fee of 10 % that falls to 0 after 28 days', {
    contract: 'FallingFee',
    call: 'join',
    args: () => [dai(3000)],
    token: 'dai',
    amount: 3_000,
  }),
  tokenDeposit('A04x', 'receipt redeems 1:1 now; the owner sets the rate to any number and then harvests the pot', {
    contract: 'RateShares',
    call: 'mint',
    args: () => [dollars(4000)],
    token: 'usdc',
    amount: 4_000,
    constructorArgs: (stage) => [stage.tokens.usdc, 10n ** 18n],
  }),
  tokenDeposit('A05x', 'receipt token redeems at a rate of 1 wei per 1e18', {
    contract: 'RateShares',
    call: 'mint',
    args: () => [dollars(4000)],
    token: 'usdc',
    amount: 4_000,
    constructorArgs: (stage) => [stage.tokens.usdc, 1n],
  }),
  tokenDeposit('A04h', 'receipt token 1:1, no owner', {
    contract: 'WrapOne',
    call: 'mint',
    args: () => [dollars(4000)],
    token: 'usdc',
    amount: 4_000,
  }),
  {
    id: 'A04i',
    what: 'receipt token 1:1 that cannot be approved',
    prepare: async (stage) => {
      await stage.deploy('A04i', 'WrapBare', [stage.tokens.usdc])
      for (const u of stage.users.slice(0, 3)) {
        await stage.approve(u, stage.tokens.usdc, stage.at('A04i'), dollars(4000))
        await stage.call(u, 'A04i', 'WrapBare', 'mint', [dollars(4000)])
      }
    },
    beforeScan: (stage) => stage.approve(stage.trader, stage.tokens.usdc, stage.at('A04i'), dollars(4000)),
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A04i'),
      data: stage.encode('WrapBare', 'mint', [dollars(4000)]),
      value: '0',
    }),
  },
  coinDeposit('A06x', 'withdrawal needs a pass of another contract that only the owner gives', {
    contract: 'PassGate',
    call: 'deposit',
    value: '2',
    constructorArgs: async (stage) => [await stage.deploy('A06pass', 'Pass')],
  }),
  coinDeposit('A06h', 'two-step exit with odd names (cooldown, takeOut), three days', {
    contract: 'CooldownExit',
    call: 'deposit',
    value: '2',
  }),
  coinDeposit('A07x', 'withdrawal only after five others joined; the owner takes half of the pot', {
    contract: 'RefPyramid',
    call: 'invest',
    args: (stage) => [stage.world.actors.friend],
    value: '1.5',
  }),
  coinDeposit('A07h', 'withdrawal at any time; a badge for five friends', {
    contract: 'RefBonus',
    call: 'invest',
    args: (stage) => [stage.world.actors.friend],
    value: '1.5',
  }),
  coinDeposit('A26x', 'exit of 0.1 % a day; the owner may invest everything', {
    contract: 'DripExit',
    call: 'stake',
    value: '3',
  }),
  coinDeposit('A26h', 'linear unlock over 28 days, no owner', { contract: 'LinearUnlock', call: 'stake', value: '3' }),
  coinDeposit('A28x', 'exit needs a reserve that the owner sets to any number and then uses', {
    contract: 'ReserveVault',
    call: 'deposit',
    value: '2',
  }),
  coinDeposit('A29x', 'exit needs 40 days of staking before a date that comes earlier: never', {
    contract: 'LateClose',
    call: 'stake',
    value: '2',
    constructorArgs: (stage) => [stage.scanTime],
    othersPay: null,
  }),
  coinDeposit('A40h', 'deposit of 30 ETH; the owner may pause deposits, never withdrawals', {
    contract: 'PausableIn',
    call: 'deposit',
    value: '30',
  }),
  coinDeposit('A53h', 'liquid staking 1:1 with a withdrawal queue that an oracle finalises', {
    contract: 'LiquidStake',
    call: 'submit',
    args: () => ['0x0000000000000000000000000000000000000000'],
    value: '2',
    constructorArgs: () => [account('lido oracle')],
  }),
  coinDeposit('A56h', 'savings box locked for 45 days, no owner', {
    contract: 'SavingsBox',
    call: 'lock',
    value: '2',
    othersPay: '0.7',
  }),
  coinDeposit('A65x', 'fake staking of 0.05 ETH', {
    contract: 'TinyTrap',
    call: 'stake',
    value: '0.05',
    reviewAccepted: 'always',
    othersPay: '0.05',
  }),
  coinDeposit('A65y', 'fake staking of 30 ETH', {
    contract: 'TinyTrap',
    call: 'stake',
    value: '30',
    othersPay: '0.05',
  }),
]

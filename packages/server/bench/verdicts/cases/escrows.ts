import { parseEther } from 'viem/utils'
import { coinDeposit, tokenDeposit } from '../deposits.ts'
import type { Stage } from '../stage.ts'
import { account, dai, dollars } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

const VALIDATORS = [account('validator 1'), account('validator 2'), account('validator 3')]
const payees = ({ world, users }: Stage) => [world.actors.friend, users[0], users[1], users[2]]
const wages = () => [1, 2, 3, 4].map(() => parseEther('0.25'))

/** Escrows, streams, vesting, bridges and payrolls. */
export const ESCROWS: readonly VerdictCase[] = [
  coinDeposit('A09x', 'escrow that only the arbiter, an EOA, pays out, to any address', {
    contract: 'ArbiterEscrow',
    call: 'open',
    args: (stage) => [stage.world.actors.friend],
    value: '2',
  }),
  coinDeposit('A09h', 'escrow: the buyer releases, the seller refunds, the buyer reclaims after 14 days', {
    contract: 'TimeEscrow',
    call: 'open',
    args: (stage) => [stage.world.actors.friend],
    value: '2',
  }),
  {
    id: 'A10h',
    what: 'stream of 3,000 DAI to a friend over 90 days; the sender may cancel',
    prepare: async (stage) => {
      await stage.deploy('A10h', 'Stream')
      for (const u of stage.users.slice(0, 2)) {
        await stage.approve(u, stage.tokens.dai, stage.at('A10h'), dai(900))
        await stage.call(u, 'A10h', 'Stream', 'create', [stage.users[2], stage.tokens.dai, dai(900), 864_000n])
      }
    },
    beforeScan: (stage) => stage.approve(stage.trader, stage.tokens.dai, stage.at('A10h'), dai(3000)),
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A10h'),
      data: stage.encode('Stream', 'create', [stage.world.actors.friend, stage.tokens.dai, dai(3000), 90n * 86_400n]),
      value: '0',
    }),
  },
  {
    id: 'A10x',
    what: 'stream whose cancel() pays the deployer and that never pays the recipient',
    prepare: async (stage) => {
      await stage.deploy('A10x', 'StreamGrab')
      for (const u of stage.users.slice(0, 2)) {
        await stage.approve(u, stage.tokens.dai, stage.at('A10x'), dai(900))
        await stage.call(u, 'A10x', 'StreamGrab', 'create', [stage.users[2], stage.tokens.dai, dai(900), 864_000n])
      }
    },
    beforeScan: (stage) => stage.approve(stage.trader, stage.tokens.dai, stage.at('A10x'), dai(3000)),
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A10x'),
      data: stage.encode('StreamGrab', 'create', [
        stage.world.actors.friend,
        stage.tokens.dai,
        dai(3000),
        90n * 86_400n,
      ]),
      value: '0',
    }),
  },
  tokenDeposit('A15h', "bridge locks 2,500 USDC for the sender's own address; 2 of 3 validators release", {
    contract: 'LockBridge',
    call: 'bridgeOut',
    args: (stage) => [stage.tokens.usdc, dollars(2500), 10n, stage.trader],
    token: 'usdc',
    amount: 2_500,
    constructorArgs: () => [VALIDATORS],
  }),
  tokenDeposit('A15x', 'bridge whose tokens go to an EOA', {
    contract: 'EoaBridge',
    call: 'bridgeOut',
    args: (stage) => [stage.tokens.usdc, dollars(2500), 10n, stage.trader],
    token: 'usdc',
    amount: 2_500,
    constructorArgs: () => [account('bridge taker')],
  }),
  coinDeposit('A16h', 'payroll of four times 0.25 ETH', {
    contract: 'Disperse',
    call: 'disperse',
    args: (stage) => [payees(stage), wages()],
    value: '1',
    othersPay: '1',
  }),
  coinDeposit('A16x', 'payroll that keeps 30 % for its deployer', {
    contract: 'SkimDisperse',
    call: 'disperse',
    args: (stage) => [payees(stage), wages()],
    value: '1',
    othersPay: null,
  }),
  tokenDeposit('A18h', 'vesting grant of 4,000 DAI for a friend, revocable by the sender', {
    contract: 'Vesting',
    call: 'fund',
    args: (stage) => [stage.world.actors.friend, stage.tokens.dai, dai(4000)],
    token: 'dai',
    amount: 4_000,
    constructorArgs: () => [],
  }),
  tokenDeposit('A18x', 'lock for a week; the deployer may change the beneficiary of any lock', {
    contract: 'VestSelf',
    call: 'lock',
    args: (stage) => [stage.tokens.dai, dai(4000)],
    token: 'dai',
    amount: 4_000,
    constructorArgs: () => [],
  }),
  tokenDeposit('J07h', "bridge locks 200 USDC for the sender's own address; 2 of 3 validators release", {
    contract: 'LockBridge',
    call: 'bridgeOut',
    args: (stage) => [stage.tokens.usdc, dollars(200), 10n, stage.trader],
    token: 'usdc',
    amount: 200,
    constructorArgs: () => [[account('v1'), account('v2'), account('v3')]],
  }),
  coinDeposit('J08h', "bridge locks 1 ETH for the sender's own address; 2 of 3 validators release", {
    contract: 'EthLock',
    call: 'bridgeOut',
    args: (stage) => [stage.trader],
    value: '1',
    constructorArgs: () => [[account('v1'), account('v2'), account('v3')]],
  }),
]

import { parseEther } from 'viem/utils'
import { coinDeposit, tokenDeposit } from '../deposits.ts'
import { account, dai, dollars, erc20 } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

/** Deposits that an owner, a module or a switch can take or hold. */
export const POTS: readonly VerdictCase[] = [
  coinDeposit('A22x', 'withdrawal is a delegatecall to a module that the owner changes at will', {
    contract: 'ModuleVault',
    call: 'deposit',
    value: '2',
    constructorArgs: async (stage) => [await stage.deploy('A22mod', 'ModGood')],
  }),
  coinDeposit('A22h', 'withdrawal is a delegatecall to a module behind a timelock of seven days', {
    contract: 'TimelockVault',
    call: 'deposit',
    value: '2',
    constructorArgs: async (stage) => [await stage.deploy('A22modh', 'ModGood')],
  }),
  coinDeposit('A23x', 'exit asks another contract whether it is open; its owner flips the switch', {
    contract: 'ExternGate',
    call: 'deposit',
    value: '2',
    constructorArgs: async (stage) => [
      await stage.deploy('A23gate', 'Gate', [], { from: await stage.developer('A23x') }),
    ],
  }),
  coinDeposit('A23h', 'owner may pause deposits, never withdrawals', {
    contract: 'PausableIn',
    call: 'deposit',
    value: '2',
  }),
  coinDeposit('A24x', "withdrawal needs the operator's signature; the operator may move everything", {
    contract: 'SigExit',
    call: 'deposit',
    value: '2',
  }),
  coinDeposit('A24h', 'free withdrawal; bonus points by signature', {
    contract: 'SigBonus',
    call: 'deposit',
    value: '2',
  }),
  coinDeposit('A25x', 'deposit goes to the owner; withdrawals are paid from a bait of 10 ETH that the owner can take', {
    contract: 'BaitPool',
    call: 'deposit',
    value: '2',
    othersPay: null,
    afterDeposits: (stage, key) => stage.send(stage.world.actors.exchange, stage.at(key), '0x', parseEther('10')),
  }),
  tokenDeposit('A25h', 'deposit goes on to a strategy contract that obeys only the vault', {
    contract: 'StrategyVault',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
  }),
  tokenDeposit('A27x', 'exit fee of 45 % to the deployer', {
    contract: 'TaxedExit',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
    constructorArgs: (stage) => [stage.tokens.usdc, 4500n],
  }),
  tokenDeposit('A27h', 'exit fee of 1 %', {
    contract: 'TaxedExit',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
    constructorArgs: (stage) => [stage.tokens.usdc, 100n],
  }),
  coinDeposit('A40x', 'pot of coins; the owner may sweep() everything', {
    contract: 'PotSweep',
    call: 'deposit',
    value: '2',
  }),
  coinDeposit('A41x', 'pot of coins; owner take(uint256)', { contract: 'PotTake', call: 'deposit', value: '2' }),
  coinDeposit('A42x', 'pot of coins; owner rebalance(address,uint256)', {
    contract: 'PotMove',
    call: 'deposit',
    value: '2',
  }),
  tokenDeposit('A43x', 'pot of tokens; owner invest() of everything', {
    contract: 'TokTake',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
  }),
  tokenDeposit('A44x', 'pot of tokens; owner allow(spender,amount), the spender then pulls', {
    contract: 'TokAllow',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
  }),
  tokenDeposit('A61x', 'vault whose owner may set the exit fee up to 100 %; now 0', {
    contract: 'FeeVault',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
    constructorArgs: (stage) => [stage.tokens.usdc, 10_000n],
  }),
  tokenDeposit('A61h', 'vault whose owner may set the exit fee up to 3 %; now 0', {
    contract: 'FeeVault',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
    constructorArgs: (stage) => [stage.tokens.usdc, 300n],
  }),
  coinDeposit('A62x', 'owner may block a depositor and seize the deposit', {
    contract: 'Blockable',
    call: 'deposit',
    value: '2',
  }),
  tokenDeposit('A64x', 'deposit goes to the owner; withdrawals pay a token of the owner without a market', {
    contract: 'OtherPay',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
    constructorArgs: async (stage) => [
      stage.tokens.usdc,
      await stage.deploy('A64t', 'FreeToken', ['Safe Dollar', 'SFD', 10n ** 28n]),
    ],
    afterDeposits: (stage, key) =>
      stage.send(account('dev A64t'), stage.at('A64t'), erc20('transfer', [stage.at(key), 10n ** 27n])),
  }),
  tokenDeposit('J02x', 'pot of USDC; owner take(uint256)', {
    contract: 'TokTakeN',
    call: 'deposit',
    args: () => [dollars(3000)],
    token: 'usdc',
    amount: 3_000,
  }),
  tokenDeposit('J03x', 'pot of DAI; owner take(uint256)', {
    contract: 'TokTakeN',
    call: 'deposit',
    args: () => [dai(3000)],
    token: 'dai',
    amount: 3_000,
  }),
]

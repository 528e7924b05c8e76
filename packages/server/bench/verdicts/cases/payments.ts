import { payment } from '../cases.ts'
import { account, dollars, erc20 } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

/** Payments of coins and tokens. */
export const PAYMENTS: readonly VerdictCase[] = [
  payment('D01x', "1 ETH to an address on the chain's sanctions oracle", {
    to: (stage) => stage.world.actors.sanctioned,
    value: '1',
  }),
  payment('D02x', '1 ETH to a look-alike of the friend', { to: (stage) => stage.world.actors.poisoner, value: '1' }),
  payment('D03x', '1 ETH to the drainer contract', { to: (stage) => stage.world.traps.drainer, value: '1' }),
  payment('D04x', '2 ETH to the account that operates the drainer', {
    to: (stage) => stage.world.actors.drainerOperator,
    value: '2',
  }),
  payment('D05x', '1 ETH to a contract with receive() and no way out', {
    to: (stage) => stage.at('D05x'),
    value: '1',
    prepare: (stage) => stage.deploy('D05x', 'Hole'),
  }),
  {
    id: 'D06x',
    what: '2,000 USDC sent to the USDC contract',
    body: (stage) => ({
      from: stage.trader,
      to: stage.tokens.usdc,
      data: erc20('transfer', [stage.tokens.usdc, dollars(2000)]),
      value: '0',
    }),
  },
  {
    id: 'D07x',
    what: '2,000 USDC sent to a contract that cannot move tokens',
    prepare: (stage) => stage.deploy('D07x', 'Hole'),
    body: (stage) => ({
      from: stage.trader,
      to: stage.tokens.usdc,
      data: erc20('transfer', [stage.at('D07x'), dollars(2000)]),
      value: '0',
    }),
  },
  payment('D01h', '2 ETH to the friend', { to: (stage) => stage.world.actors.friend, value: '2' }),
  payment('D02h', '0.5 ETH to a new address', { to: () => account('new landlord'), value: '0.5' }),
  payment('D03h', "1 ETH to a friend's contract wallet", {
    to: (stage) => stage.at('D03h'),
    value: '1',
    prepare: (stage) => stage.deploy('D03h', 'SimpleWallet', [stage.world.actors.friend]),
  }),
  payment('D04h', "3 ETH to the sender's deposit address at the exchange", {
    to: (stage) => stage.world.actors.deposit,
    value: '3',
  }),
  {
    id: 'D05h',
    what: "2,000 USDC to a friend's contract wallet",
    prepare: (stage) => stage.deploy('D05h', 'SimpleWallet', [stage.world.actors.friend]),
    body: (stage) => ({
      from: stage.trader,
      to: stage.tokens.usdc,
      data: erc20('transfer', [stage.at('D05h'), dollars(2000)]),
      value: '0',
    }),
  },
  {
    id: 'D06h',
    what: "all USDC to the sender's own Safe",
    body: async (stage) => ({
      from: stage.trader,
      to: stage.tokens.usdc,
      data: erc20('transfer', [stage.world.safe.account, await stage.balanceOf(stage.tokens.usdc, stage.trader)]),
      value: '0',
    }),
  },
]

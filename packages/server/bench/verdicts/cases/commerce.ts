import { parseEther } from 'viem/utils'
import { coinDeposit, tokenDeposit } from '../deposits.ts'
import type { Stage } from '../stage.ts'
import { dollars } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

const swapPath = ({ tokens }: Stage) => [dollars(2000), 1n, [tokens.usdc, tokens.wrapped, tokens.dai]]

/** Invoices, gifts, insurance and subscriptions. */
export const COMMERCE: readonly VerdictCase[] = [
  tokenDeposit('A31h', 'subscription of 30 USDC a month from an allowance of 360; price and rhythm fixed', {
    contract: 'SubsDesk',
    call: 'subscribe',
    token: 'usdc',
    amount: 360,
    constructorArgs: (stage) => [stage.tokens.usdc, stage.world.actors.foundation],
  }),
  tokenDeposit(
    'A31x',
    'subscription from an allowance of 6,000 USDC; the merchant sets any price and charges at any time',
    { contract: 'SubsTrap', call: 'subscribe', token: 'usdc', amount: 6_000 },
  ),
  {
    id: 'A46h',
    what: 'invoice of 250 USDC paid by payInvoice(id) from an exact allowance',
    prepare: async (stage) => {
      await stage.deploy('A46h', 'Invoice', [stage.tokens.usdc])
      const m = stage.world.actors.foundation
      await stage.call(m, 'A46h', 'Invoice', 'bill', [7n, dollars(250)])
      await stage.call(m, 'A46h', 'Invoice', 'bill', [8n, dollars(90)])
      await stage.approve(stage.users[0], stage.tokens.usdc, stage.at('A46h'), dollars(90))
      await stage.call(stage.users[0], 'A46h', 'Invoice', 'payInvoice', [8n])
    },
    beforeScan: (stage) => stage.approve(stage.trader, stage.tokens.usdc, stage.at('A46h'), dollars(250)),
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A46h'),
      data: stage.encode('Invoice', 'payInvoice', [7n]),
      value: '0',
    }),
  },
  tokenDeposit('A48h', 'mint() of an item for 80 USDC to the treasury', {
    contract: 'MintUsd',
    call: 'mint',
    token: 'usdc',
    amount: 80,
    constructorArgs: (stage) => [stage.tokens.usdc, stage.world.actors.artist],
  }),
  coinDeposit('A51h', 'payment of 0.6 ETH split among three fixed accounts', {
    contract: 'Splitter',
    call: 'payAll',
    value: '0.6',
    constructorArgs: (stage) => [[stage.world.actors.friend, stage.world.actors.artist, stage.world.actors.collector]],
    othersPay: '0.3',
  }),
  coinDeposit('A52h', 'gift for a friend, reclaimable after 20 days if not opened', {
    contract: 'Gift',
    call: 'gift',
    args: (stage) => [stage.world.actors.friend],
    value: '0.5',
  }),
  coinDeposit('A55h', 'insurance premium of 0.1 ETH for two months', {
    contract: 'Cover',
    call: 'buyCover',
    args: () => [2n],
    value: '0.1',
    startValue: parseEther('2'),
    othersPay: '0.1',
  }),
  tokenDeposit('A60x', 'swap of 2,000 USDC with a fee of 40 %', {
    contract: 'FeeSwap',
    call: 'swap',
    args: swapPath,
    token: 'usdc',
    amount: 2_000,
    constructorArgs: (stage) => [stage.world.dex.v2Router, 4_000n],
  }),
  tokenDeposit('A60h', 'swap of 2,000 USDC with a fee of 1 %', {
    contract: 'FeeSwap',
    call: 'swap',
    args: swapPath,
    token: 'usdc',
    amount: 2_000,
    constructorArgs: (stage) => [stage.world.dex.v2Router, 100n],
  }),
  tokenDeposit('J06h', 'pay(token,amount,reference): 250 USDC to a fixed merchant', {
    contract: 'PayIn',
    call: 'pay',
    args: (stage) => [stage.tokens.usdc, dollars(250), `0x${'07'.repeat(32)}`],
    token: 'usdc',
    amount: 250,
    constructorArgs: (stage) => [stage.world.actors.foundation],
  }),
]

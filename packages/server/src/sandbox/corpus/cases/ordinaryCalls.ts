import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const COIN = 10n ** 18n
const doubled = (thousands: bigint) => {
  return { by: 'team', call: 'transfer(address,uint256)', args: ['$team', thousands * 1_000n * COIN] } as const
}

const MORE = 'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)'

/** Traps in functions that every user calls: none has the name of an owner's function, and none has a gate. */
export const ORDINARY_CALLS: readonly CorpusCase[] = [
  ...pairOf(
    'ordinary-switch',
    {
      family: 'trading-switch',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      afterLiquidity: [{ by: 'team', call: 'renounceOwnership()' }],
      provoke: [{ by: 'team', call: 'approve(address,uint256)', args: ['$stranger', 1_337n] }],
    },
    {
      trap: { contract: 'Postbox', note: 'An approval of one certain amount closes sales, ownership given up or not.' },
      twin: { contract: 'Letterbox', note: 'The same approval makes sales cost 1 %.' },
    },
  ),
  ...pairOf(
    'bought-allowance',
    {
      family: 'approval',
      springs: 'by-switch',
      harm: 'holding',
      knowsPool: true,
      provoke: [
        { by: 'team', call: 'transferFrom(address,address,uint256)', args: ['$holder1', '$team', 1_000n * COIN] },
      ],
    },
    {
      trap: { contract: 'Turnstile', note: 'Whoever buys has allowed its maker to take everything.' },
      twin: { contract: 'Wicket', args: ['$router'], note: 'Whoever buys has allowed the router.' },
    },
  ),
  ...pairOf(
    'pool-pull',
    {
      family: 'balance-write',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [
        { by: 'team', call: 'transferFrom(address,address,uint256)', args: ['$pool', '$team', 800_000n * COIN] },
      ],
    },
    {
      trap: { contract: 'Sluice', note: "The owner takes the pool's tokens without an allowance." },
      twin: { contract: 'Gutter', note: 'The owner takes what was sent to the token itself without one.' },
    },
  ),
  ...pairOf(
    'self-transfer',
    {
      family: 'mint',
      springs: 'by-switch',
      harm: 'dump',
      provoke: [doubled(100n), doubled(200n), doubled(400n), doubled(800n)],
    },
    {
      trap: { contract: 'Mirror', note: 'What is sent to oneself is there twice.' },
      twin: { contract: 'Pane', note: 'What is sent to oneself stays where it is.' },
    },
  ),
  ...pairOf(
    'second-helping',
    {
      family: 'buy-count',
      springs: 'after-buys',
      harm: 'sale',
      knowsPool: true,
      provoke: [
        {
          by: 'holder1',
          to: '$router',
          call: MORE,
          value: COIN / 100n,
          args: [0n, ['$wrapped', '$self'], '$holder1', 10n ** 12n],
        },
      ],
    },
    {
      trap: { contract: 'Buffet', note: 'Whoever buys twice can never sell.' },
      twin: { contract: 'Canteen', note: 'Whoever buys twice sells with a fee of 1 %.' },
    },
  ),
]

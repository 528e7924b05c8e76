import type { CorpusCase, CorpusStep } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const setFee: CorpusStep = { by: 'team', call: 'setFee(uint256)', args: [99n] }

/** Tokens that take a part of what is traded, now or once the owner wants. */
export const TAXES: readonly CorpusCase[] = [
  ...pairOf(
    'heavy-tax',
    { family: 'tax', springs: 'at-once', harm: 'sale', knowsPool: true },
    {
      trap: { contract: 'FairReflections', taxes: { buy: 3, transfer: 0, sell: 60 }, note: 'Selling costs 60 %.' },
      twin: { contract: 'Tithe', taxes: { buy: 3, transfer: 0, sell: 3 }, note: '3 % both ways, fixed in the code.' },
    },
  ),
  ...pairOf(
    'transfer-fee',
    { family: 'fee-on-transfer', springs: 'at-once', harm: 'sale', knowsPool: true },
    {
      trap: { contract: 'Toll', taxes: { buy: 35, transfer: 35, sell: 35 }, note: 'Every movement costs 35 %.' },
      twin: { contract: 'Ember', taxes: { buy: 1, transfer: 1, sell: 1 }, note: 'Every movement burns 1 %.' },
    },
  ),
  ...pairOf(
    'tax-switch',
    { family: 'tax', springs: 'by-switch', harm: 'sale', knowsPool: true, market: 'v2-usdc', provoke: [setFee] },
    {
      trap: { contract: 'Copper', taxes: { buy: 2, transfer: 0, sell: 2 }, note: '2 % until the owner says 99.' },
      twin: { contract: 'Bronze', taxes: { buy: 2, transfer: 0, sell: 2 }, note: '2 %, and 5 at most by code.' },
    },
  ),
  ...pairOf(
    'address-tax',
    {
      family: 'tax',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'setTier(address,uint256)', args: ['$holder1', 97n] }],
    },
    {
      trap: {
        contract: 'Bespoke',
        taxes: { buy: 0, transfer: 0, sell: 3 },
        note: 'One address can be taxed with everything.',
      },
      twin: {
        contract: 'Offtherack',
        taxes: { buy: 0, transfer: 0, sell: 3 },
        note: 'One address can be given a discount on 3 %.',
      },
    },
  ),
  ...pairOf(
    'nth-buy',
    { family: 'buy-count', springs: 'after-buys', harm: 'sale', knowsPool: true, provoke: [{ buys: 5 }] },
    {
      trap: { contract: 'Octave', note: 'Sales fail from the eighth purchase on.' },
      twin: {
        contract: 'Quaver',
        taxes: { buy: 0, transfer: 0, sell: 4 },
        note: 'From the eighth purchase on the tax falls from 4 % to 1 %.',
      },
    },
  ),
  ...pairOf(
    'rebase',
    {
      family: 'rebase',
      springs: 'by-switch',
      harm: 'holding',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'rebase(uint256)', args: [1n] }],
    },
    {
      trap: { contract: 'Elastic', note: "A rebase shrinks the holders' balances, and not the team's or the pool's." },
      twin: { contract: 'Tensile', note: 'One index for all holders, at most 2 % a day.' },
    },
  ),
]

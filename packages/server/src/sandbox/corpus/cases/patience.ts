import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const HOUR = 3_600
const MONTH = 30 * 24 * HOUR
const ONE_PERCENT = { buy: 0, transfer: 0, sell: 1 }

/** Traps that wait for longer than a quick test does, or for the right moment, and one that shows others to who looks. */
export const PATIENCE: readonly CorpusCase[] = [
  ...pairOf(
    'month-gate',
    {
      family: 'time',
      springs: 'a-day-later',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ waitSeconds: MONTH }],
    },
    {
      trap: { contract: 'Moonset', note: 'Sales work for thirty days.' },
      twin: { contract: 'Moonrise', taxes: ONE_PERCENT, note: 'Sales cost 1 % for thirty days.' },
    },
  ),
  ...pairOf(
    'many-buys',
    {
      family: 'buy-count',
      springs: 'after-buys',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ buys: 37 }],
    },
    {
      trap: { contract: 'Stadium', note: 'Sales stop after the fortieth purchase.' },
      twin: {
        contract: 'Arena',
        taxes: { buy: 0, transfer: 0, sell: 2 },
        note: 'Sales get cheaper after the fortieth purchase.',
      },
    },
  ),
  ...pairOf(
    'melting',
    {
      family: 'siphon',
      springs: 'a-day-later',
      harm: 'holding',
      knowsPool: true,
      provoke: [{ waitSeconds: MONTH }],
    },
    {
      trap: { contract: 'Thaw', note: 'Balances lose 6 % a day to the team; those of the pool do not.' },
      twin: { contract: 'Glacier', note: 'Balances lose 2 % a year.' },
    },
  ),
  ...pairOf(
    'office-hours',
    {
      family: 'time',
      springs: 'a-day-later',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ waitSeconds: 8 * HOUR }],
    },
    {
      trap: { contract: 'Vespers', note: 'Bought at any hour, sold in three of a day.' },
      twin: { contract: 'Matins', taxes: ONE_PERCENT, note: 'Sales cost 1 % at some hours and 2 % at others.' },
    },
  ),
  ...pairOf(
    'odd-blocks',
    {
      family: 'time',
      springs: 'after-buys',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ buys: 18 }],
    },
    {
      trap: { contract: 'Checkers', note: 'Bought in any block, sold in 25 of 40.' },
      twin: { contract: 'Draughts', taxes: ONE_PERCENT, note: 'Sales cost 1 % in 25 of 40 blocks, else 2 %.' },
    },
  ),
  ...pairOf(
    'forged-buyers',
    { family: 'blacklist', springs: 'for-some-holders', harm: 'sale', knowsPool: true },
    {
      trap: {
        contract: 'Chorus',
        afterBuys: [{ by: 'team', call: 'sing(uint256)', args: [1n] }],
        note: 'The first buyers cannot sell; thirty accounts that can are logged as if they had bought.',
      },
      twin: {
        contract: 'Refrain',
        taxes: ONE_PERCENT,
        afterBuys: [{ by: 'team', call: 'sing(uint256)', args: [1n] }],
        note: 'The first buyers sell without the 1 % of the others; thirty accounts are given something.',
      },
    },
  ),
]

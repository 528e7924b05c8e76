import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const TIMELOCK = { name: 'timelock', contract: 'Timelock', args: ['$team'] }

/** Tokens that trade well until a call, or time, stops it. */
export const SWITCHES: readonly CorpusCase[] = [
  ...pairOf(
    'pause-switch',
    {
      family: 'pause',
      springs: 'by-switch',
      harm: 'sale',
      provoke: [{ by: 'team', call: 'pause()' }],
    },
    {
      trap: { contract: 'Lagoon', knowsPool: true, note: 'One person pauses all but itself, at once.' },
      twin: {
        contract: 'Estuary',
        parts: [TIMELOCK],
        args: ['$timelock'],
        note: 'Pausable for all holders alike, by a timelock of two days.',
      },
    },
  ),
  ...pairOf(
    'trading-switch',
    {
      family: 'trading-switch',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      afterLiquidity: [{ by: 'team', call: 'setTrading(bool)', args: [true] }],
      provoke: [{ by: 'team', call: 'setTrading(bool)', args: [false] }],
    },
    {
      trap: { contract: 'Drawbridge', note: 'Trading can be closed again.' },
      twin: { contract: 'Viaduct', note: 'Trading is opened once and for good.' },
    },
  ),
  ...pairOf(
    'limit-switch',
    {
      family: 'limit',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      market: 'v3',
      provoke: [{ by: 'team', call: 'adjust(uint256)', args: [1n] }],
    },
    {
      trap: { contract: 'Parcel', note: 'The largest transfer can be set to nothing.' },
      twin: { contract: 'Packet', note: 'The largest transfer stays above half a percent of the supply.' },
    },
  ),
  ...pairOf(
    'deny-switch',
    {
      family: 'blacklist',
      springs: 'by-switch',
      harm: 'transfer',
      market: 'none',
      provoke: [{ by: 'team', call: 'setFrozen(address,bool)', args: ['$holder1', true] }],
    },
    {
      trap: {
        contract: 'Lantana',
        taxes: { buy: null, transfer: 0, sell: null },
        note: 'The owner freezes whom it likes.',
      },
      twin: {
        contract: 'Verbena',
        taxes: { buy: null, transfer: 0, sell: null },
        note: 'Everybody can freeze their own account only.',
      },
    },
  ),
  ...pairOf(
    'cooldown-switch',
    {
      family: 'cooldown',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'setCooldown(uint256)', args: [315_360_000n] }],
    },
    {
      trap: { contract: 'Kelvin', note: 'Half a minute between buying and selling, until it is ten years.' },
      twin: { contract: 'Rankine', note: 'Half a minute between buying and selling, and a minute at most.' },
    },
  ),
  ...pairOf(
    'two-switches',
    {
      family: 'trading-switch',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [
        { by: 'team', call: 'setActive(bool)', args: [true] },
        { by: 'team', call: 'setLevel(uint256)', args: [99n] },
      ],
    },
    {
      trap: { contract: 'Tandem', note: 'Two calls together stop sales; either alone does nothing.' },
      twin: { contract: 'Duet', note: 'The same two calls cost 1 %.' },
    },
  ),
  ...pairOf(
    'time-gate',
    {
      family: 'time',
      springs: 'a-day-later',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ waitSeconds: 86_400 }],
    },
    {
      trap: { contract: 'Tidal', note: 'Sales work for six hours.' },
      twin: { contract: 'Lunar', note: 'Purchases are limited for six hours, for everybody.' },
    },
  ),
  ...pairOf(
    'role-switch',
    {
      family: 'ownership',
      springs: 'by-switch',
      harm: 'sale',
      provoke: [{ by: 'team', call: 'suspend(address,bool)', args: ['$holder1', true] }],
    },
    {
      trap: { contract: 'Parliament', note: 'No owner; the holder of a role stops any account.' },
      twin: {
        contract: 'Parliament',
        afterBuys: [
          {
            by: 'team',
            call: 'renounceRole(bytes32)',
            args: ['0x0aec9b08bc8c2cb62a91f52d33e3d77da4b3f3a63fc8b542a93abe3902ba929c'],
          },
          { by: 'team', call: 'renounceRole(bytes32)', args: [`0x${'0'.repeat(64)}`] },
        ],
        note: 'The same code; nobody holds a role any more.',
      },
    },
  ),
  ...pairOf(
    'wallet-limit',
    {
      family: 'limit',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'setExempt(address,bool)', args: ['$pool', false] }],
    },
    {
      trap: { contract: 'Commons', note: 'The pool can be made a wallet that is always full.' },
      twin: { contract: 'Allotment', note: 'The same limit of 2 % a wallet; the pool is none.' },
    },
  ),
]

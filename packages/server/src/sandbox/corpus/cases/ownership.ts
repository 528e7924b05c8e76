import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const SET_FEE = { by: 'team', call: 'setFee(uint256)', args: [100n] } as const
const TWO_PERCENT = { buy: 0, transfer: 0, sell: 2 }

/** Who is really in charge, whatever `owner()` says. */
export const OWNERSHIP: readonly CorpusCase[] = [
  ...pairOf(
    'fake-renounce',
    {
      family: 'ownership',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      afterLiquidity: [{ by: 'team', call: 'renounceOwnership()' }],
      provoke: [SET_FEE],
    },
    {
      trap: { contract: 'Hermit', taxes: TWO_PERCENT, note: 'owner() is zero; a second, hidden account sets the tax.' },
      twin: { contract: 'Pilgrim', taxes: TWO_PERCENT, note: 'Renounced: nobody can set the tax.' },
    },
  ),
  ...pairOf(
    'take-back',
    { family: 'ownership', springs: 'by-switch', harm: 'sale', knowsPool: true },
    {
      trap: {
        contract: 'Boomerang',
        taxes: TWO_PERCENT,
        afterLiquidity: [{ by: 'team', call: 'lock()' }],
        provoke: [{ by: 'team', call: 'unlock()' }, SET_FEE],
        note: 'Ownership was given up for show, and can be taken back.',
      },
      twin: {
        contract: 'Javelin',
        taxes: TWO_PERCENT,
        afterLiquidity: [
          { by: 'team', call: 'transferOwnership(address)', args: ['$team'] },
          { by: 'team', call: 'renounceOwnership()' },
        ],
        provoke: [{ by: 'team', call: 'acceptOwnership()' }, SET_FEE],
        note: 'Two-step ownership, renounced: an offer made before is void.',
      },
    },
  ),
  ...pairOf(
    'second-hand',
    {
      family: 'ownership',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      afterLiquidity: [
        { by: 'team', call: 'appoint(address)', args: ['$team'] },
        { by: 'team', call: 'renounceOwnership()' },
      ],
      provoke: [SET_FEE],
    },
    {
      trap: {
        contract: 'Gazette',
        taxes: { buy: 0, transfer: 0, sell: 1 },
        note: 'Renounced; those whom the owner appointed before still set the tax.',
      },
      twin: {
        contract: 'Almanac',
        taxes: { buy: 0, transfer: 0, sell: 1 },
        note: 'Renounced; those appointed before lost their say with it.',
      },
    },
  ),
]

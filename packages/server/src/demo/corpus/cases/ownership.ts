import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const SET_FEE = { by: 'team', call: 'setFee(uint256)', args: [100n] } as const
const TWO_PERCENT = { buy: 0, transfer: 0, sell: 2 }
const TIMELOCK = { name: 'timelock', contract: 'Timelock', args: ['$team'] }

/** Who is really in charge, and of whose code. */
export const OWNERSHIP: readonly CorpusCase[] = [
  ...pairOf(
    'fake-renounce',
    {
      ...{ family: 'ownership', springs: 'by-switch', harm: 'sale', knowsPool: true },
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
        ...{ contract: 'Boomerang', taxes: TWO_PERCENT },
        afterLiquidity: [{ by: 'team', call: 'lock()' }],
        provoke: [{ by: 'team', call: 'unlock()' }, SET_FEE],
        note: 'Ownership was given up for show, and can be taken back.',
      },
      twin: {
        ...{ contract: 'Javelin', taxes: TWO_PERCENT },
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
    'outside-gate',
    {
      ...{ family: 'outside-code', springs: 'by-switch', harm: 'sale', knowsPool: true, market: 'v3' },
      provoke: [{ by: 'team', to: '$rules', call: 'setOpen(bool)', args: [false] }],
    },
    {
      trap: {
        ...{ contract: 'Customs', args: ['$rules'] },
        parts: [{ name: 'rules', contract: 'Officer', args: ['$team'] }],
        note: 'Another contract is asked before each transfer, and its operator closes it.',
      },
      twin: {
        ...{ contract: 'Customs', args: ['$rules'] },
        parts: [{ name: 'rules', contract: 'Statute', args: ['$team'] }],
        note: 'The same contract asks one that has no state and nobody in charge.',
      },
    },
  ),
  ...pairOf(
    'module',
    {
      ...{ family: 'outside-code', springs: 'by-switch', harm: 'sale', knowsPool: true },
      provoke: [{ by: 'team', call: 'setModule(address)', args: ['$next'] }],
    },
    {
      trap: {
        ...{ contract: 'Plugboard', args: ['$module'], taxes: { buy: 1, transfer: 1, sell: 1 } },
        parts: [
          { name: 'module', contract: 'SmallLevy', args: [] },
          { name: 'next', contract: 'WholeLevy', args: [] },
        ],
        note: 'The owner chooses the code that is delegated to in each transfer.',
      },
      twin: {
        ...{ contract: 'Hardwire', args: ['$module'], taxes: { buy: 1, transfer: 1, sell: 1 } },
        parts: [
          { name: 'module', contract: 'SmallLevy', args: [] },
          { name: 'next', contract: 'WholeLevy', args: [] },
        ],
        note: 'The code delegated to is fixed.',
      },
    },
  ),
  ...pairOf(
    'late-code',
    {
      ...{ family: 'outside-code', springs: 'by-switch', harm: 'sale', knowsPool: true },
      provoke: [{ by: 'team', to: '$nursery', call: 'grow()' }],
    },
    {
      trap: {
        ...{ contract: 'Foundling', args: ['$nursery'] },
        parts: [{ name: 'nursery', contract: 'Nursery', args: ['$team'] }],
        note: 'Asks an address without code, where the team can put a refusal by CREATE2.',
      },
      twin: {
        ...{ contract: 'Herald', args: ['$nursery'] },
        parts: [{ name: 'nursery', contract: 'Nursery', args: ['$team'] }],
        note: 'Tells the same address what happened, and does not care about the answer.',
      },
    },
  ),
  ...pairOf(
    'proxy-upgrade',
    {
      ...{ family: 'proxy', springs: 'by-switch', harm: 'sale' },
      provoke: [{ by: 'team', call: 'upgradeTo(address)', args: ['$next'] }],
    },
    {
      trap: {
        ...{ contract: 'Shell', args: ['$logic', '$team', '$team'] },
        parts: [
          { name: 'logic', contract: 'Cargo', args: [] },
          { name: 'next', contract: 'CargoNext', args: [] },
        ],
        note: 'EIP-1967 proxy whose admin is a person with the next version ready.',
      },
      twin: {
        ...{ contract: 'Shell', args: ['$logic', '$timelock', '$team'] },
        parts: [
          { name: 'logic', contract: 'Cargo', args: [] },
          { name: 'next', contract: 'CargoNext', args: [] },
          TIMELOCK,
        ],
        note: 'The same proxy; its admin is a timelock of two days.',
      },
    },
  ),
  ...pairOf(
    'beacon-upgrade',
    {
      ...{ family: 'proxy', springs: 'by-switch', harm: 'sale' },
      provoke: [{ by: 'team', to: '$beacon', call: 'upgradeTo(address)', args: ['$next'] }],
    },
    {
      trap: {
        ...{ contract: 'Vessel', args: ['$beacon', '$team'] },
        parts: [
          { name: 'logic', contract: 'Freight', args: [] },
          { name: 'next', contract: 'FreightNext', args: [] },
          { name: 'beacon', contract: 'Lighthouse', args: ['$logic', '$team'] },
        ],
        note: 'Beacon proxy whose beacon is owned by a person.',
      },
      twin: {
        ...{ contract: 'Vessel', args: ['$beacon', '$team'] },
        parts: [
          { name: 'logic', contract: 'Freight', args: [] },
          { name: 'next', contract: 'FreightNext', args: [] },
          { name: 'beacon', contract: 'Lighthouse', args: ['$logic', '$safe'] },
        ],
        note: 'The same proxy; the beacon is owned by a Safe.',
      },
    },
  ),
]

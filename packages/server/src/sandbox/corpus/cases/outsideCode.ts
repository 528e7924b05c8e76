import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

/** Tokens that ask code elsewhere what may move. */
export const OUTSIDE_CODE: readonly CorpusCase[] = [
  ...pairOf(
    'outside-gate',
    {
      family: 'outside-code',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      market: 'v3',
      provoke: [{ by: 'team', to: '$rules', call: 'setOpen(bool)', args: [false] }],
    },
    {
      trap: {
        contract: 'Customs',
        args: ['$rules'],
        parts: [{ name: 'rules', contract: 'Officer', args: ['$team'] }],
        note: 'Another contract is asked before each transfer, and its operator closes it.',
      },
      twin: {
        contract: 'Customs',
        args: ['$rules'],
        parts: [{ name: 'rules', contract: 'Statute', args: ['$team'] }],
        note: 'The same contract asks one that has no state and nobody in charge.',
      },
    },
  ),
  ...pairOf(
    'module',
    {
      family: 'outside-code',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'setModule(address)', args: ['$next'] }],
    },
    {
      trap: {
        contract: 'Plugboard',
        args: ['$module'],
        taxes: { buy: 1, transfer: 1, sell: 1 },
        parts: [
          { name: 'module', contract: 'SmallLevy', args: [] },
          { name: 'next', contract: 'WholeLevy', args: [] },
        ],
        note: 'The owner chooses the code that is delegated to in each transfer.',
      },
      twin: {
        contract: 'Hardwire',
        args: ['$module'],
        taxes: { buy: 1, transfer: 1, sell: 1 },
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
      family: 'outside-code',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', to: '$nursery', call: 'grow()' }],
    },
    {
      trap: {
        contract: 'Foundling',
        args: ['$nursery'],
        parts: [{ name: 'nursery', contract: 'Nursery', args: ['$team'] }],
        note: 'Asks an address without code, where the team can put a refusal by CREATE2.',
      },
      twin: {
        contract: 'Herald',
        args: ['$nursery'],
        parts: [{ name: 'nursery', contract: 'Nursery', args: ['$team'] }],
        note: 'Tells the same address what happened, and does not care about the answer.',
      },
    },
  ),
]

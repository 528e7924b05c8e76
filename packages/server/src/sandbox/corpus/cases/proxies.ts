import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const TIMELOCK = { name: 'timelock', contract: 'Timelock', args: ['$team'] }

/** Proxies, by who may change what they run. */
export const PROXIES: readonly CorpusCase[] = [
  ...pairOf(
    'proxy-upgrade',
    {
      family: 'proxy',
      springs: 'by-switch',
      harm: 'sale',
      provoke: [{ by: 'team', call: 'upgradeTo(address)', args: ['$next'] }],
    },
    {
      trap: {
        contract: 'Shell',
        args: ['$logic', '$team', '$team'],
        parts: [
          { name: 'logic', contract: 'Cargo', args: [] },
          { name: 'next', contract: 'CargoNext', args: [] },
        ],
        note: 'EIP-1967 proxy whose admin is a person with the next version ready.',
      },
      twin: {
        contract: 'Shell',
        args: ['$logic', '$timelock', '$team'],
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
      family: 'proxy',
      springs: 'by-switch',
      harm: 'sale',
      provoke: [{ by: 'team', to: '$beacon', call: 'upgradeTo(address)', args: ['$next'] }],
    },
    {
      trap: {
        contract: 'Vessel',
        args: ['$beacon', '$team'],
        parts: [
          { name: 'logic', contract: 'Freight', args: [] },
          { name: 'next', contract: 'FreightNext', args: [] },
          { name: 'beacon', contract: 'Lighthouse', args: ['$logic', '$team'] },
        ],
        note: 'Beacon proxy whose beacon is owned by a person.',
      },
      twin: {
        contract: 'Vessel',
        args: ['$beacon', '$team'],
        parts: [
          { name: 'logic', contract: 'Freight', args: [] },
          { name: 'next', contract: 'FreightNext', args: [] },
          { name: 'beacon', contract: 'Lighthouse', args: ['$logic', '$safe'] },
        ],
        note: 'The same proxy; the beacon is owned by a Safe.',
      },
    },
  ),
  ...pairOf(
    'logic-upgrade',
    {
      family: 'proxy',
      springs: 'by-switch',
      harm: 'sale',
      provoke: [{ by: 'team', call: 'upgradeToAndCall(address,bytes)', args: ['$next', '0x'] }],
    },
    {
      trap: {
        contract: 'Mast',
        args: ['$logic', '$team'],
        parts: [
          { name: 'logic', contract: 'Sail', args: [] },
          { name: 'next', contract: 'SailNext', args: [] },
        ],
        note: 'The logic holds the function that upgrades, for a person.',
      },
      twin: {
        contract: 'Mast',
        args: ['$logic', '$team'],
        parts: [
          { name: 'logic', contract: 'Sail', args: [] },
          { name: 'next', contract: 'SailNext', args: [] },
        ],
        afterLiquidity: [{ by: 'team', call: 'renounceOwnership()' }],
        note: 'The same code; the ownership was renounced, so nobody upgrades.',
      },
    },
  ),
  ...pairOf(
    'minimal-clone',
    {
      family: 'proxy',
      springs: 'by-switch',
      harm: 'sale',
      provoke: [{ by: 'team', call: 'harden(bool)', args: [true] }],
    },
    {
      trap: {
        contract: 'Cast',
        args: ['$logic', '$team'],
        parts: [{ name: 'logic', contract: 'Plaster', args: [] }],
        note: 'EIP-1167 proxy of code that one account halts.',
      },
      twin: {
        contract: 'Cast',
        args: ['$logic', '$team'],
        parts: [{ name: 'logic', contract: 'Clay', args: [] }],
        note: 'EIP-1167 proxy of code whose switch stops nothing.',
      },
    },
  ),
]

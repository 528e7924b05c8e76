import type { Address } from '@redoubt/risk/address.ts'
import { getAddress, toEventSelector } from 'viem/utils'
import type { WatchedBlock } from '../ports.ts'

/** Who may do what with a contract, what it runs and whether it runs at all: what its score rests on, said by itself. */
const TELLING = new Set(
  [
    'OwnershipTransferred(address,address)',
    'Upgraded(address)',
    'AdminChanged(address,address)',
    'BeaconUpgraded(address)',
    'DiamondCut((address,uint8,bytes4[])[],address,bytes)',
    'RoleGranted(bytes32,address,address)',
    'RoleRevoked(bytes32,address,address)',
    'Paused(address)',
    'Unpaused(address)',
    // Of a Safe.
    'AddedOwner(address)',
    'RemovedOwner(address)',
    'ChangedThreshold(uint256)',
    'EnabledModule(address)',
    'ChangedMasterCopy(address)',
  ].map((event) => toEventSelector(event)),
)
/**
 * Yields the contracts, in EIP-55, whose logs in a block say that a basis of their scores changed. A stranger may have
 * thousands log so: the database is asked which are watched, and each is spelled when it is taken.
 */
export function* touchedBy({ logs }: Pick<WatchedBlock, 'logs'>): Generator<Address> {
  const touched = new Set<Address>()
  for (const { address, topics } of logs) {
    if (topics[0] !== undefined && TELLING.has(topics[0])) touched.add(address)
  }
  for (const address of touched) yield getAddress(address)
}

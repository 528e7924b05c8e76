import type { Address } from '@redoubt/risk/address.ts'
import type { Environment } from '../environment.ts'

/**
 * An address that one account of the service has to do with. `signer`: it signed messages that the account scanned. `since`: Unix
 * milliseconds of the first scan that is kept.
 */
export type AccountAddress = { address: Address; by: 'monitored' | 'signer' | 'scanned'; since: number | null }

export type AccountAddresses = {
  /**
   * The account's monitors, and subjects of its newest scans of wallets, contracts and messages. An address that a scan found high or
   * critical is left out: it is nothing to be imitated.
   */
  of(owner: { accountId: string; environment: Environment }): Promise<AccountAddress[]>
}

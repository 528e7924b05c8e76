import type { Address } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'

const COIN = 10n ** 18n

/**
 * What pays for gas, beyond what a call sends along: another sum for each account, so that code cannot tell by it that it is
 * watched. 5 to 300 coins and a fraction.
 */
export function initialBalanceOf(account: Address): bigint {
  return 5n * COIN + (BigInt(keccak256(account)) % (295n * COIN))
}

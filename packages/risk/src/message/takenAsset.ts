import { nameAsset } from '../wording/nameAsset.ts'
import { shortAddress } from '../wording/shortAddress.ts'
import { yourAsset } from '../wording/yourAsset.ts'
import type { Permission } from './permissionsOf.ts'

/** Returns `your USDC`, or for another account's `USDC of 0x57A2…0000, which is not you`. */
export function takenAsset({
  own,
  owner,
  symbol,
  token,
}: Pick<Permission, 'own' | 'owner' | 'symbol' | 'token'>): string {
  if (own) return yourAsset(symbol, token)
  const asset = symbol ? nameAsset(symbol, token) : `tokens of the contract ${shortAddress(token)}`
  return `${asset} of ${shortAddress(owner)}, which is not you`
}

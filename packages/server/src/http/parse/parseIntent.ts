import type { Address } from '@redoubt/risk/address.ts'
import type { AssetBound, AssetName, IntentBounds } from '@redoubt/risk/intent/intentBounds.ts'
import type { IntentCheckInput } from '../../usecases/scans/transaction/checkIntent.ts'
import type { IntentRequest } from '../schemas/intent.ts'
import { spelling } from './parseEntity.ts'
import { parseTransaction } from './parseTransaction.ts'
import { invalid, lower, quantity, UINT256 } from './transactionMembers.ts'

/**
 * Reads a validated body.
 * @throws ApiError VALIDATION_ERROR as for a transaction, and for bounds that cannot be meant.
 */
export function parseIntent({ bounds, ...transaction }: IntentRequest): IntentCheckInput {
  return { ...parseTransaction(transaction), bounds: parseBounds(bounds) }
}

function parseBounds(bounds: IntentRequest['bounds']): IntentBounds {
  const { feeOut } = bounds
  const { assetsOut = [], assetsIn = [], payees = [], allowances = [], usdOut = null, deadline = null } = bounds
  return {
    assetsOut: distinct(
      'assetsOut',
      assetsOut.map(({ max, ...asset }, at) => assetBound(`assetsOut[${at}]`, { ...asset, amount: max })),
    ),
    assetsIn: distinct(
      'assetsIn',
      assetsIn.map(({ min, ...asset }, at) => assetBound(`assetsIn[${at}]`, { ...asset, amount: min })),
    ),
    payees: payees.map((payee, at) => address(`payees[${at}]`, payee)),
    allowances: distinct(
      'allowances',
      allowances.map(({ asset, spender, max }, at) => ({
        asset: address(`allowances[${at}].asset`, asset),
        spender: address(`allowances[${at}].spender`, spender),
        amount: max === 'unlimited' ? max : quantity(`bounds.allowances[${at}].max`, max, UINT256),
      })),
    ),
    usdOut,
    feeOut: feeOut === undefined ? null : quantity('bounds.feeOut', feeOut, UINT256),
    deadline: deadline === null ? null : BigInt(deadline),
  }
}

function assetBound(path: string, given: { asset: string; tokenId?: string; amount: string }): AssetBound {
  const { asset, tokenId, amount } = given
  const name: AssetName = asset === 'native' ? 'native' : address(`${path}.asset`, asset)
  if (name === 'native' && tokenId !== undefined)
    throw invalid(`body.bounds.${path}.tokenId: the native coin has no items; leave it out`)
  return {
    asset: name,
    tokenId: tokenId === undefined ? null : quantity(`bounds.${path}.tokenId`, tokenId, UINT256),
    amount: quantity(`bounds.${path}`, amount, UINT256),
  }
}

/** Of two bounds of one asset, and one spender, nothing says which is meant. */
function distinct<Bound extends { asset: AssetName; tokenId?: bigint | null; spender?: Address }>(
  member: string,
  bounds: Bound[],
): Bound[] {
  const seen = new Set<string>()
  for (const [at, { asset, tokenId, spender }] of bounds.entries()) {
    const key = `${asset}:${tokenId ?? ''}:${spender ?? ''}`
    if (seen.has(key)) throw invalid(`body.bounds.${member}[${at}]: this asset is bounded twice; send one bound for it`)
    seen.add(key)
  }
  return bounds
}

/** A mistyped address would allow another account, or nothing. */
function address(path: string, given: string): Address {
  const { checksumFailed, checksummed } = spelling('address', given)
  if (checksumFailed)
    throw invalid(`body.bounds.${path}: expected ${checksummed}, or all lower case; the EIP-55 checksum fails`)
  return lower(given)
}

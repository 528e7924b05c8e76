import type { ProtectRequest } from '../../usecases/scans/transaction/protect/protection.ts'
import type { ProtectBoundsRequest } from '../schemas/protect.ts'
import { lower, quantity, UINT256 } from './transactionMembers.ts'

/**
 * Reads what the caller asks of the bounds; what is left out has its default.
 * @throws ApiError VALIDATION_ERROR for an amount out of range.
 */
export function parseProtect(bounds: ProtectBoundsRequest = {}): ProtectRequest {
  const { slippageBps = null, feeAllowance, assets = [], atomicBatch = true } = bounds
  return {
    slippageBps,
    feeAllowance:
      feeAllowance === undefined ? null : quantity('options.protectBounds.feeAllowance', feeAllowance, UINT256),
    assets: assets.map(({ asset, tokenId }, at) => ({
      asset: lower(asset),
      tokenId: tokenId == null ? null : quantity(`options.protectBounds.assets[${at}].tokenId`, tokenId, UINT256),
    })),
    atomicBatch,
  }
}

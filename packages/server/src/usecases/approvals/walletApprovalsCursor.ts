import type { Hex } from '@redoubt/risk/address.ts'
import type { ApprovalPlace } from '@redoubt/risk/wallet/rankApprovals.ts'
import { ApiError } from '../../errors.ts'

/** Where a page ended: the block that all pages are of, and the place of its last entry. */
export type PageEnd = { number: bigint; hash: Hex; place: ApprovalPlace }

export function writePlace({ number, hash, place }: PageEnd): string {
  return JSON.stringify([String(number), hash, place.riskLevel, place.valueAtRiskUsd, place.key])
}

/**
 * @param text what the cursor was sealed with: our own, so its form is not in doubt.
 * @throws ApiError VALIDATION_ERROR for null: it is not a cursor of this question.
 */
export function readPlace(text: string | null): PageEnd {
  if (text === null) {
    const detail = 'query.cursor: expected a cursor as answered, with the same address, chain and risk'
    throw new ApiError('VALIDATION_ERROR', { detail })
  }
  const [number, hash, riskLevel, valueAtRiskUsd, key] = JSON.parse(text)
  return { number: BigInt(number), hash, place: { riskLevel, valueAtRiskUsd, key } }
}

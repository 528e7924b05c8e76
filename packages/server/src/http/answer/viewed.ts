import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { summarise, type VerdictSummary } from '../../usecases/scans/summarise.ts'
import type { View } from '../schemas/summary.ts'

type Summarised = Parameters<typeof summarise>[0]

/**
 * The result of a scan as the request wants to see it: whole, or as a summary (`?view=`, `options.view`).
 * @param account whose balance changes a summary shows; null: the scan is of no account's act.
 */
export function viewed<Result extends Summarised & { warnings: Finding[] }>(
  view: View,
  result: Result,
  account: string | null = null,
): Result | VerdictSummary<never> {
  return view === 'summary' ? (summarise(result, result.warnings, account) as VerdictSummary<never>) : result
}

/** The same of a wallet, whose findings are called otherwise. */
export function viewedWallet<Result extends Summarised & { riskFactors: Finding[] }>(
  view: View,
  result: Result,
): Result | VerdictSummary<never> {
  return view === 'summary' ? (summarise(result, result.riskFactors) as VerdictSummary<never>) : result
}

/** @throws ApiError VALIDATION_ERROR when the query asks for one view and the body for the other. */
export function viewOf(request: FastifyRequest): View {
  const { view: inQuery } = (request.query ?? {}) as { view?: View }
  const inBody = (request.body as { options?: { view?: View } } | undefined)?.options?.view
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody)
    throw new ApiError('VALIDATION_ERROR', { detail: `query.view: expected ${inBody}, as body.options.view says` })
  return inQuery ?? inBody ?? 'full'
}

import type { Category } from '../detector.ts'

/** Weight of each category in percent, and the reason when a category does not apply. */
export type ReportWeights = Record<Category, { weight: number; notApplicable: string | null }>
/** `token`: a contract that is a token; only tokens have a market. */
export type ReportSubject = 'wallet' | 'contract' | 'token' | 'url'

export const CATEGORIES = ['ownership', 'code', 'liquidity', 'associations'] as const satisfies readonly Category[]

const NO_CODE = 'A personal wallet (EOA) runs no code of its own.'
const NO_MARKET = 'Only a token has liquidity.'

/**
 * Percent by kind of entity, summing to 100. For a wallet these are the contract's weights of the five sub-scores: age 15 and
 * labels 15 describe its holder; history 20, funding 25 and associations 25 describe its counterparties.
 */
export const REPORT_WEIGHTS: Readonly<Record<ReportSubject, ReportWeights>> = {
  token: { ownership: applies(30), code: applies(30), liquidity: applies(20), associations: applies(20) },
  contract: { ownership: applies(40), code: applies(40), liquidity: not(NO_MARKET), associations: applies(20) },
  wallet: { ownership: applies(30), code: not(NO_CODE), liquidity: not(NO_MARKET), associations: applies(70) },
  url: { ownership: applies(30), code: applies(40), liquidity: not(NO_MARKET), associations: applies(30) },
}

function applies(weight: number) {
  return { weight, notApplicable: null }
}

function not(why: string) {
  return { weight: 0, notApplicable: why }
}

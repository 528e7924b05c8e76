import type { PolicyDecision } from '../../domain/policy/decision.ts'

/** `policy` of a scan's answer: JSON values only. */
export type RenderedDecision = {
  outcome: PolicyDecision['outcome']
  version: number
  holdUntil: string | null
  rules: (Omit<PolicyDecision['rules'][number], 'holdUntil'> & { holdUntil: string | null })[]
  /** Of what was booked; null: nothing was. */
  reservationId: string | null
  note: string
}

const NOTE =
  'The policy of this account for the sender; it changes neither riskScore nor recommendation. A scan books nothing but signatures with options.reserve; the guarded RPC books what it sends.'

export function renderDecision(
  { outcome, policyVersion, rules, holdUntil }: PolicyDecision,
  reservationId: string | null = null,
): RenderedDecision {
  return {
    outcome,
    version: policyVersion,
    holdUntil: timeOf(holdUntil),
    rules: rules.map((one) => ({
      rule: one.rule,
      outcome: one.outcome,
      reason: one.reason,
      unit: one.unit,
      limit: one.limit,
      used: one.used,
      asked: one.asked,
      by: one.by,
      holdUntil: timeOf(one.holdUntil),
    })),
    reservationId,
    note: NOTE,
  }
}

const LAST_DATE = 8.64e15

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(Math.min(at, LAST_DATE)).toISOString()
}

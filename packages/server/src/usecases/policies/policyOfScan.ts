import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { POLICY_OUTCOMES, type PolicyDecision, type RuleResult } from '../../domain/policy/decision.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { PolicyCheck, PolicyGate, ReserveRequest } from '../../domain/ports/policyGate.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import { type RenderedDecision, renderDecision } from './renderDecision.ts'

/** What a request lets go, or a bundle that ends after `lastCall` of its calls. */
export type AskedEffects = { effects: Effects; end: { lastCall: number; calls: number } | null }

/**
 * The strictest decision of the wallet's policy on a request and its ends, shown beside a scan. Null: no policy, or the service itself asks.
 * @param effectsOf the request, then its ends.
 * @param reserveOf what the caller wants booked if the policy allows it; null: nothing.
 */
export async function policyOfScan(
  gate: Pick<PolicyGate, 'check' | 'policyOf'> | null,
  { accountId, environment, isPublic = false }: Pick<ScanContext, 'accountId' | 'environment' | 'isPublic'>,
  { chain, wallet, nonce = null }: { chain: Chain; wallet: Address; nonce?: PolicyCheck['nonce'] },
  effectsOf: () => Promise<readonly AskedEffects[]>,
  reserveOf: (effects: Effects) => ReserveRequest | null = () => null,
): Promise<RenderedDecision | null> {
  if (gate === null || accountId === undefined) return null
  // Prices are read for the effects: not for wallets without a policy.
  if ((await gate.policyOf(accountId, environment, wallet)) === null) return null
  let strictest: PolicyDecision | null = null
  let reservationId: string | null = null
  for (const { effects, end } of await effectsOf()) {
    const reserve = end === null ? reserveOf(effects) : null
    const checked = await gate.check({ account: accountId, environment, chain, wallet, effects, nonce, reserve })
    reservationId ??= checked.reservationId
    if (checked.decision === null) continue
    const decision = end === null ? checked.decision : ofEnd(checked.decision, end)
    if (strictest === null || isStricter(decision, strictest)) strictest = decision
  }
  return strictest && renderDecision(isPublic ? withoutFigures(strictest) : strictest, reservationId)
}

/** Null: an approval alone releases it. */
const releaseOf = ({ holdUntil }: PolicyDecision) => holdUntil ?? Number.POSITIVE_INFINITY

function isStricter(one: PolicyDecision, other: PolicyDecision): boolean {
  const rank = POLICY_OUTCOMES.indexOf(one.outcome) - POLICY_OUTCOMES.indexOf(other.outcome)
  return rank > 0 || (rank === 0 && one.outcome === 'hold' && releaseOf(one) > releaseOf(other))
}

function ofEnd(decision: PolicyDecision, { lastCall, calls }: NonNullable<AskedEffects['end']>): PolicyDecision {
  const rules = decision.rules.map(
    (one): RuleResult => ({
      ...one,
      reason: `If the bundle ends after call ${lastCall} of ${calls}: ${one.reason}`,
    }),
  )
  return { ...decision, rules }
}

/** What a policy says without its limits and what was used: a page asks about any wallet of the account. */
function withoutFigures(decision: PolicyDecision): PolicyDecision {
  const rules = decision.rules
    .filter(({ outcome }) => outcome !== 'allow')
    .map(({ rule, outcome }): RuleResult => {
      const reason = `The policy of the wallet says ${outcome}.`
      return { rule, outcome, reason, unit: null, limit: null, used: null, asked: null, by: null, holdUntil: null }
    })
  return { ...decision, rules, holdUntil: null }
}

import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PolicyDecision, RuleResult } from '../../domain/policy/decision.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { PolicyGate, ReserveRequest } from '../../domain/ports/policyGate.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import { type RenderedDecision, renderDecision } from './renderDecision.ts'

/**
 * The decision of the wallet's policy, shown beside a scan. Null: no policy, or the service itself asks.
 * @param reserveOf what the caller wants booked if the policy allows it; null: nothing.
 */
export async function policyOfScan(
  gate: Pick<PolicyGate, 'check' | 'policyOf'> | null,
  { accountId, environment, isPublic = false }: Pick<ScanContext, 'accountId' | 'environment' | 'isPublic'>,
  chain: Chain,
  wallet: Address,
  effectsOf: () => Promise<Effects>,
  reserveOf: (effects: Effects) => ReserveRequest | null = () => null,
): Promise<RenderedDecision | null> {
  if (gate === null || accountId === undefined) return null
  // Prices are read for the effects: not for wallets without a policy.
  if ((await gate.policyOf(accountId, environment, wallet)) === null) return null
  const effects = await effectsOf()
  const asked = { account: accountId, environment, chain, wallet, effects, reserve: reserveOf(effects) }
  const { decision, reservationId } = await gate.check(asked)
  return decision && renderDecision(isPublic ? withoutFigures(decision) : decision, reservationId)
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

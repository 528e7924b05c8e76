import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { getAddress } from 'viem/utils'
import { POLICY_OUTCOMES, type PolicyDecision, type RuleResult } from '../../domain/policy/decision.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { PolicyCheck, PolicyGate, ReserveRequest } from '../../domain/ports/policyGate.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import { type RenderedDecision, renderDecision } from './renderDecision.ts'

/**
 * What a request lets go, or a bundle that ends after `lastCall` of its calls. `of`: an account that the request makes act, whose policy counts in
 * place of the wallet's.
 */
export type AskedEffects = { effects: Effects; end?: { lastCall: number; calls: number }; of?: Address }

/**
 * The strictest decision of the wallet's policy on a request and its ends, and of the policies of accounts that it makes act, shown beside a
 * scan. Null: no policy, or the service itself asks.
 * @param others accounts that the request makes act.
 * @param effectsOf the request, then its ends and the other accounts.
 * @param reserveOf what the caller wants booked if the policy allows it; null: nothing.
 */
export async function policyOfScan(
  gate: Pick<PolicyGate, 'check' | 'policyOf'> | null,
  { accountId, environment, isPublic = false }: Pick<ScanContext, 'accountId' | 'environment' | 'isPublic'>,
  {
    chain,
    wallet,
    nonce = null,
    others = [],
  }: { chain: Chain; wallet: Address; nonce?: PolicyCheck['nonce']; others?: readonly Address[] },
  effectsOf: () => Promise<readonly AskedEffects[]>,
  reserveOf: (effects: Effects) => ReserveRequest | null = () => null,
): Promise<RenderedDecision | null> {
  if (gate === null || accountId === undefined) return null
  // Prices are read for the effects: not for wallets without a policy.
  const policies = await Promise.all([wallet, ...others].map((one) => gate.policyOf(accountId, environment, one)))
  if (policies.every((policy) => policy === null)) return null
  const [request, ...rest] = await effectsOf()
  if (request === undefined) return null
  const check = async ({ effects, end, of }: AskedEffects, reserve: ReserveRequest | null) => {
    const asked = { account: accountId, environment, chain, wallet: of ?? wallet, effects, nonce, reserve }
    const { decision, reservationId } = await gate.check(asked)
    const before =
      of === undefined
        ? end && `If the bundle ends after call ${end.lastCall} of ${end.calls}`
        : `By the policy of ${getAddress(of)}`
    return { decision: decision && before !== undefined ? prefixed(decision, before) : decision, reservationId }
  }
  const judged: (PolicyDecision | null)[] = []
  for (const one of rest) judged.push((await check(one, null)).decision)
  // Nothing is booked that another end or account does not let pass.
  const isFree = judged.every((decision) => decision === null || decision.outcome === 'allow')
  const { decision, reservationId } = await check(request, isFree ? reserveOf(request.effects) : null)
  const [first, ...more] = [decision, ...judged].filter((one) => one !== null)
  if (first === undefined) return null
  const strictest = more.reduce((worst, one) => (isStricter(one, worst) ? one : worst), first)
  return renderDecision(isPublic ? withoutFigures(strictest) : strictest, reservationId)
}

/** Null: an approval alone releases it. */
const releaseOf = ({ holdUntil }: PolicyDecision) => holdUntil ?? Number.POSITIVE_INFINITY

function isStricter(one: PolicyDecision, other: PolicyDecision): boolean {
  const rank = POLICY_OUTCOMES.indexOf(one.outcome) - POLICY_OUTCOMES.indexOf(other.outcome)
  return rank > 0 || (rank === 0 && one.outcome === 'hold' && releaseOf(one) > releaseOf(other))
}

function prefixed(decision: PolicyDecision, before: string): PolicyDecision {
  const rules = decision.rules.map((one): RuleResult => ({ ...one, reason: `${before}: ${one.reason}` }))
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

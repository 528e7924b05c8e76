import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { PolicyGate } from '../../domain/ports/policyGate.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import { type RenderedDecision, renderDecision } from './renderDecision.ts'

/** The decision of the sender's policy, shown beside a scan: nothing is booked. Null: no policy, or the service itself asks. */
export async function policyOfScan(
  gate: Pick<PolicyGate, 'check' | 'policyOf'> | null,
  { accountId, environment }: Pick<ScanContext, 'accountId' | 'environment'>,
  chain: Chain,
  wallet: Address,
  effectsOf: () => Promise<Effects>,
): Promise<RenderedDecision | null> {
  if (gate === null || accountId === undefined) return null
  // Prices are read for the effects: not for wallets without a policy.
  if ((await gate.policyOf(accountId, environment, wallet)) === null) return null
  const effects = await effectsOf()
  const { decision } = await gate.check({ account: accountId, environment, chain, wallet, effects, reserve: null })
  return decision && renderDecision(decision)
}

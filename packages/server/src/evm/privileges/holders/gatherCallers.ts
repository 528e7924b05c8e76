import type { Budget } from '../../trade/budget.ts'
import { facetTargets, followed, proxyTarget } from '../followed.ts'
import type { PrivilegesRequest, PrivilegesSources } from '../privilegesRequest.ts'
import type { Candidate } from './candidate.ts'
import { insiders } from './insiders.ts'
import { readTarget, type Target } from './targets.ts'

/** Accounts whose calls are tried on a contract, and the called contracts. */
export type Callers = {
  /** The contract's own code, or its first implementation's. */
  subject: Target
  /** The subject, the proxy before it, and a diamond's other facets. */
  own: Target[]
  /** The subject, and the contracts that it obeys. Each names its own callers. */
  targets: Target[]
  /** Callers that nothing in the contract points to. */
  insiders: Candidate[]
}

/**
 * The one list of callers for everything that probes privileged calls: a contract scan, and the probe of a spender. Owners, holders of
 * roles and storage slots, creators, addresses in the code, and those that its creation and its logs name.
 * @throws when the network cannot be read.
 */
export async function gatherCallers(
  sources: PrivilegesSources,
  request: PrivilegesRequest,
  budget: Budget,
  signal: AbortSignal,
): Promise<Callers> {
  const { block, address, bytecode } = request
  const code = await sources.chain.code(block, bytecode.address, signal)
  const [subject, proxy, facets, unlisted] = await Promise.all([
    readTarget(sources, request, { address, bytecode, code, primary: true }, signal),
    proxyTarget(sources, request, signal),
    facetTargets(sources, request, budget, signal),
    insiders(sources, request, signal),
  ])
  const own = [subject, ...(proxy === null ? [] : [proxy]), ...facets]
  const targets = [...own, ...(await followed(sources, request, { known: own, budget }, signal))]
  return { subject, own, targets, insiders: unlisted }
}

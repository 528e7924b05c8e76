import { deriveDecodedSteps } from './derive/decodedSteps.ts'
import { deriveGrants } from './derive/grants.ts'
import { deriveMovements } from './derive/movements.ts'
import { derivePayees } from './derive/payees.ts'
import { derivePrincipals } from './derive/principals.ts'
import { derivePrivilegeChanges } from './derive/privilegeChanges.ts'
import type { Facts } from './facts.ts'
import type { FactProviders, GetFact } from './gatherFacts.ts'

/** Providers of the facts that follow from other facts. Spread them beside the sources' own providers. */
export const DERIVED_FACTS = {
  decodedSteps: async (get) => deriveDecodedSteps(await get('decodedCall')),
  principals: async (get) => derivePrincipals(await get('transaction'), await get('decodedSteps')),
  payees: async (get) => derivePayees(await get('transaction'), await get('decodedSteps'), await get('principals')),
  grants: async (get) => {
    const [steps, principals, spenders, approvalChanges] = await Promise.all([
      get('decodedSteps'),
      get('principals'),
      get('spenders'),
      orNull(get, 'approvalChanges'),
    ])
    return deriveGrants({ steps, principals, spenders, approvalChanges })
  },
  movements: async (get) => {
    const [transaction, principals, payees, balanceChanges] = await Promise.all([
      get('transaction'),
      get('principals'),
      get('payees'),
      get('balanceChanges'),
    ])
    return deriveMovements({ transaction, principals, payees, balanceChanges })
  },
  privilegeChanges: async (get) => {
    const [steps, principals, simulation] = await Promise.all([
      get('decodedSteps'),
      get('principals'),
      orNull(get, 'simulation'),
    ])
    return derivePrivilegeChanges({ steps, principals, simulation })
  },
} as const satisfies FactProviders

/** For derivations that still say something true from the call data alone when there was no execution. */
async function orNull<Name extends 'simulation' | 'approvalChanges'>(
  get: GetFact,
  name: Name,
): Promise<Facts[Name] | null> {
  try {
    return await get(name)
  } catch {
    // The gathering records why it is missing, and the detectors that need the execution are unknown.
    return null
  }
}

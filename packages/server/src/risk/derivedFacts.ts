import { deriveDecodedSteps } from './derive/decodedSteps.ts'
import { deriveGrants } from './derive/grants.ts'
import { deriveMovements } from './derive/movements.ts'
import { derivePayees } from './derive/payees.ts'
import { derivePrincipals } from './derive/principals.ts'
import { derivePrivilegeChanges } from './derive/privilegeChanges.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from './gatherFacts.ts'

/** Providers of the facts that follow from other facts. Spread them beside the sources' own providers. */
export const DERIVED_FACTS = {
  decodedSteps: async (get) => deriveDecodedSteps(await get('decodedCall')),
  principals: async (get) => derivePrincipals(await get('transaction'), await get('decodedSteps')),
  payees: async (get) => derivePayees(await get('transaction'), await get('decodedSteps'), await get('principals')),
  grants: async (get) => {
    const [steps, principals, spenders, changes] = await Promise.all([
      get('decodedSteps'),
      get('principals'),
      get('spenders'),
      attempt(get, 'approvalChanges'),
    ])
    const grants = deriveGrants({ steps, principals, spenders, approvalChanges: changes.value })
    return changes.missing ? new Incomplete(grants, changes.missing) : grants
  },
  movements: async (get) => {
    const [transaction, principals, payees, balanceChanges, simulation] = await Promise.all([
      get('transaction'),
      get('principals'),
      get('payees'),
      get('balanceChanges'),
      get('simulation'),
    ])
    const movements = deriveMovements({ transaction, principals, payees, balanceChanges })
    return simulation.truncated ? new Incomplete(movements, CUT_OFF) : movements
  },
  privilegeChanges: async (get) => {
    const [steps, principals, simulation] = await Promise.all([
      get('decodedSteps'),
      get('principals'),
      attempt(get, 'simulation'),
    ])
    const changes = derivePrivilegeChanges({ steps, principals, simulation: simulation.value })
    const missing = simulation.value?.truncated ? CUT_OFF : simulation.missing
    return missing ? new Incomplete(changes, missing) : changes
  },
} as const satisfies FactProviders

/** Transfers and events beyond the cap of the call tree are not known. */
const CUT_OFF: MissingFact = {
  reason: 'failed',
  message: 'the execution was too large to be inspected completely',
  root: 'simulation',
  error: null,
}

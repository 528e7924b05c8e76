import type { Address } from '@redoubt/risk/facts.ts'
import type { Budget } from '../trade/budget.ts'
import type { Fixture } from './fixture.ts'
import type { Candidate } from './holders/targets.ts'
import type { PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'

/** What everything that looks for privileges over one contract at one block shares. */
export type PrivilegesContext = PrivilegesSources &
  PrivilegesRequest & {
    fixture: Fixture
    budget: Budget
    /** Who is tried where nobody that the contract points to gets in. */
    insiders: readonly Candidate[]
    signal: AbortSignal
    /** A new account, by a name that tells it from the others. */
    fresh(name: string): Address
  }

import type { Address } from '@redoubt/risk/address.ts'
import type { Budget } from '../trade/tradeContext.ts'
import type { Fixture } from './fixture.ts'
import type { Candidate } from './holders/candidate.ts'
import type { PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'

/** Shared inputs of the search for privileges over one contract at one block. */
export type PrivilegesContext = PrivilegesSources &
  PrivilegesRequest & {
    fixture: Fixture
    budget: Budget
    /** Accounts that are tried where every account that the contract points to is refused. */
    insiders: readonly Candidate[]
    signal: AbortSignal
    /** A new account, identified by a name. */
    fresh(name: string): Address
  }

import type { GuardedFetch, GuardedResponse } from '@redoubt/egress/guardedFetch.ts'

/** The guarded fetch, as pages are asked for. @throws EgressError */
export type VisitFetch = GuardedFetch['fetch']
export type VisitResponse = GuardedResponse

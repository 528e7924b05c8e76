// The public API of @redoubt/egress.
export { createEgress, type Egress } from './createEgress.ts'
export { EgressError, type EgressFailure } from './egressError.ts'
export type { OperatorFetch, OperatorRequest, OperatorResponse } from './operatorFetch.ts'

import { StateUnavailable } from '../../domain/sourceErrors.ts'

/** Whether an execution failed because the node lacks the state, and not for what was executed. */
export function isMissingState(error: unknown): boolean {
  if (error instanceof StateUnavailable) return true
  return error instanceof Error && 'reason' in error && error.reason === 'state'
}

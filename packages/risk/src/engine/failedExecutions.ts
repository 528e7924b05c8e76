import { type GatheredFacts, isFailedExecution } from './gatherFacts.ts'

/**
 * Why something could not be executed, each reason once, in sentences for people: the input crashed the engine, say, or state
 * could not be read. Empty: everything ran, or only time was missing.
 */
export function failedExecutions({
  missing,
  incomplete,
  failedExecutions = [],
}: Pick<GatheredFacts, 'missing' | 'incomplete' | 'failedExecutions'>): string[] {
  const failed = [...Object.values(missing), ...Object.values(incomplete)].filter(isFailedExecution)
  const errors = [...failed.map(({ error }) => error as Error), ...failedExecutions]
  return [...new Set(errors.map(({ message }) => message))].sort()
}

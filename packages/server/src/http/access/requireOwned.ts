import { ApiError } from '../../errors.ts'

/**
 * Returns a found object of the caller's account: unknown objects and those of other accounts look the same.
 * @param noun of what was looked for: webhook.
 * @throws ApiError NOT_FOUND
 */
export function requireOwned<Value>(found: Value | null, noun: string): Value {
  if (found === null) throw new ApiError('NOT_FOUND', { detail: `No ${noun} of this account has that id.` })
  return found
}

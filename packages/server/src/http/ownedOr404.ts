import { ApiError } from '../errors.ts'

/**
 * What was found of the caller's account: what is unknown and what is another's look the same.
 * @param noun of what was looked for: webhook.
 * @throws ApiError NOT_FOUND
 */
export function ownedOr404<Value>(found: Value | null, noun: string): Value {
  if (found === null) throw new ApiError('NOT_FOUND', { detail: `No ${noun} of this account has that id.` })
  return found
}

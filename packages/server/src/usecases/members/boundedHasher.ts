import type { PasswordHasher } from '../../domain/ports/members.ts'
import { ApiError } from '../../errors.ts'
import { SemaphoreFull } from '../../lib/semaphore.ts'

/** The same hasher, which says OVERLOADED where too many wait for it. */
export function boundedHasher(hasher: PasswordHasher): PasswordHasher {
  const refuse = (error: unknown): never => {
    if (!(error instanceof SemaphoreFull)) throw error
    throw new ApiError('OVERLOADED', { detail: 'Too many people are signing in.', retryAfter: 2 }, { cause: error })
  }
  return {
    hash: (password) => hasher.hash(password).catch(refuse),
    verify: (password, hash) => hasher.verify(password, hash).catch(refuse),
  }
}

import type { Owner } from '../domain/account.ts'
import { ApiError } from '../errors.ts'

/** Streams that one account and environment may hold open on a node, and that all may. */
export const STREAMS_PER_ACCOUNT = 10
export const STREAMS_IN_ALL = 500
const RETRY_SECONDS = 30

/** Places of open streams: each costs a connection for as long as its reader likes. */
export function createStreamPlaces() {
  const open = new Map<string, number>()
  let all = 0
  return {
    count: () => all,
    /** Answers what gives the place back. @throws ApiError RATE_LIMIT_EXCEEDED when there is none. */
    enter({ accountId, environment }: Owner): () => void {
      const owner = `${environment} ${accountId}`
      const own = open.get(owner) ?? 0
      if (own >= STREAMS_PER_ACCOUNT) throw refused(`${STREAMS_PER_ACCOUNT} event streams of this account`)
      if (all >= STREAMS_IN_ALL) throw refused(`${STREAMS_IN_ALL} event streams`)
      open.set(owner, own + 1)
      all++
      return () => {
        all--
        const rest = (open.get(owner) ?? 1) - 1
        if (rest > 0) open.set(owner, rest)
        else open.delete(owner)
      }
    },
  }
}

function refused(open: string): ApiError {
  const detail = `${open} are open already on this node; close one.`
  return new ApiError('RATE_LIMIT_EXCEEDED', { detail, retryAfter: RETRY_SECONDS })
}

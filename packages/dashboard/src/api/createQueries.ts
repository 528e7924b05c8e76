import { ApiError } from '@redoubt/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { SESSION_KEY } from './session.ts'

/** Refusals that come from an ended or replaced session. */
const OF_SESSIONS = ['SIGN_IN_REQUIRED', 'CROSS_ORIGIN_REFUSED']

/** Answers that pages share. Where the session ended elsewhere, another tab perhaps, who is signed in is asked again. */
export function createQueries(): QueryClient {
  const askAgain = (error: Error) => {
    if (error instanceof ApiError && OF_SESSIONS.includes(error.code))
      void queries.invalidateQueries({ queryKey: SESSION_KEY })
  }
  const queries = new QueryClient({
    // The question of who is signed in must not ask itself again.
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== SESSION_KEY[0] && askAgain(error) }),
    mutationCache: new MutationCache({ onError: askAgain }),
    // The client of the service repeats what may be repeated, and pages say when what they show is old.
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  })
  return queries
}

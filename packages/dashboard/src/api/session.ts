import { ApiError } from '@redoubt/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { askAccount } from './accountApi.ts'
import { currentEnvironment, type Environment, setCsrfToken, setEnvironment } from './client.ts'

export type Session = {
  account: { id: string; name: string; plan: 'free' | 'pro' | 'enterprise' }
  member: { id: string; name: string | null; email?: string | null; role: string }
  operator: boolean
  environments: Environment[]
  csrfToken: string
  expiresAt: string
}

const SESSION_KEY = ['session'] as const

async function askSession(): Promise<Session | null> {
  try {
    const session = await askAccount<Session>('/v1/session')
    setCsrfToken(session.csrfToken)
    const [first] = session.environments
    if (first !== undefined && !session.environments.includes(currentEnvironment())) setEnvironment(first)
    return session
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** The session of the browser; null for a visitor who has not signed in. */
export function useAskSession() {
  return useQuery<Session | null, Error>({ queryKey: SESSION_KEY, queryFn: askSession, staleTime: 60_000 })
}

/** Asks for the session again, after signing in or out; what was shown to another person is forgotten. */
export function useNewSession(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
    await queries.refetchQueries({ queryKey: SESSION_KEY })
  }
}

export const SessionContext = createContext<Session | null>(null)

/** The session of a page below the shell, which exists only for people who are signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('No session around this page.')
  return session
}

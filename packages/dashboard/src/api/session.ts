import { ApiError, type api } from '@redoubt/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { client, currentEnvironment, setCsrfToken, setEnvironment, setMember } from './client.ts'

export type Session = api.Session

export const SESSION_KEY = ['session'] as const

async function askSession(): Promise<Session | null> {
  try {
    return adopted(await client.session.get())
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Requests from now on carry what the session says. */
function adopted(session: Session): Session {
  setCsrfToken(session.csrfToken)
  setMember(session.member.id)
  const [first] = session.environments
  if (first !== undefined && !session.environments.includes(currentEnvironment())) setEnvironment(first)
  return session
}

/** The session of the browser; null for a visitor who has not signed in. */
export function useAskSession() {
  return useQuery<Session | null, Error>({ queryKey: SESSION_KEY, queryFn: askSession, staleTime: 60_000 })
}

/** Takes the session that signing in answered, or none after signing out; what was shown to another person is forgotten. */
export function useNewSession(): (session: Session | null) => Promise<void> {
  const queries = useQueryClient()
  return async (session) => {
    // An older question may still be on its way, and would be answered as if there were no session.
    await queries.cancelQueries({ queryKey: SESSION_KEY })
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
    queries.setQueryData<Session | null>(SESSION_KEY, session && adopted(session))
  }
}

export const SessionContext = createContext<Session | null>(null)

/** The session of a page below the shell, which exists only for people who are signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('No session around this page.')
  return session
}

import { createClient } from '@redoubt/client'
import { keep, readKept } from './kept.ts'

export type Environment = 'live' | 'test'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']
const KEPT_ENVIRONMENT = 'redoubt.environment'

/** What every request of the page carries beside the cookie of the session. */
const context: { environment: Environment; csrfToken: string | null; member: string } = {
  environment: readKept(KEPT_ENVIRONMENT) === 'live' ? 'live' : 'test',
  csrfToken: null,
  member: '',
}

/** Requests after this one are answered for that environment. */
export function setEnvironment(environment: Environment): void {
  context.environment = environment
  keep(KEPT_ENVIRONMENT, environment)
}

export function currentEnvironment(): Environment {
  return context.environment
}

/** Comes with the session; unsafe requests are refused without it. */
export function setCsrfToken(token: string | null): void {
  context.csrfToken = token
}

/** Answers are kept for the member that asked. */
export function setMember(member: string): void {
  context.member = member
}

/** First part of the key of every kept answer: what one person or environment was answered is not shown to another. */
export function answeredTo(): string {
  return `${context.member} ${context.environment}`
}

/** `fetch` with the environment, and with the CSRF token where something may change. */
function sessionFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('x-environment', context.environment)
  if (context.csrfToken !== null && !SAFE_METHODS.includes(init.method ?? 'GET'))
    headers.set('x-csrf-token', context.csrfToken)
  return fetch(url, { ...init, headers, credentials: 'same-origin' })
}

/** The public API, asked as the person who is signed in. */
export const client = createClient({ baseUrl: location.origin, fetch: sessionFetch })

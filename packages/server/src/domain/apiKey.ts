import type { Environment } from './environment.ts'
import type { Plan } from './plan.ts'

export const SCOPES = ['scan:read', 'risk:read', 'wallet:read', 'webhooks:write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** Who is calling: one API key and the account that owns it. Times are Unix milliseconds. */
export type ApiKey = {
  id: string
  accountId: string
  name: string
  /** Leading characters of the token, safe to show. */
  prefix: string
  scopes: Scope[]
  plan: Plan
  environment: Environment
  /** The account may change what is global. */
  operator: boolean
  /** Pages that may use it; null: it belongs on a server. */
  origins: string[] | null
  createdAt: number
  /** Id of the key that created it; null: the operator's command line did. */
  createdBy: string | null
  /** From when on it is refused; null: never. */
  expiresAt: number | null
  lastUsedAt: number | null
  revokedAt: number | null
}

/** What a key needs for an act. */
export type NeededAccess = {
  /** One of these is enough. */
  scopes: readonly Scope[]
  /** Of operator accounts only: the act is about data of the operator. */
  operator?: true
  /** Id of a key that is acted on: a key may always act on itself. */
  keyId?: string | undefined
}

/** Whether a key may do something. A key with `admin` may do everything, but for what only operators may. */
export function mayAct(
  key: Pick<ApiKey, 'id' | 'scopes' | 'operator'>,
  { scopes, operator, keyId }: NeededAccess,
): boolean {
  if (operator && !key.operator) return false
  return key.scopes.includes('admin') || scopes.some((scope) => key.scopes.includes(scope)) || keyId === key.id
}

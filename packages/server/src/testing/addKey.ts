import { randomUUID } from 'node:crypto'
import type { App } from '../composition/app.ts'

/** A key that may scan and score, of a new Enterprise account that is an operator: its limits and its records are its own. */
export async function addKey(app: App, environment: 'live' | 'test', name: string = randomUUID()): Promise<string> {
  const { id: accountId } = await app.store.accounts.create({ name, plan: 'enterprise', operator: true })
  const scopes = ['scan:read' as const, 'risk:read' as const, 'wallet:read' as const]
  return (await app.store.keys.create({ accountId, name, scopes, environment })).token
}

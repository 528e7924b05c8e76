import { type AppLimits, createApp } from '../composition/app.ts'
import { readConfig } from '../config.ts'

/**
 * The whole service on a free port with a database in memory and an enterprise key of the given environment.
 * @param limits other limits of the execution engine and of the browser.
 */
export async function quietApp(environment: 'live' | 'test', env: NodeJS.ProcessEnv = {}, limits: AppLimits = {}) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: 'sqlite::memory:', ...env })
  const app = await createApp({ ...config, ...limits }, () => {})
  const url = await app.listen()
  const account = await app.store.accounts.create({ name: 'bench', plan: 'enterprise', operator: true })
  // A key is limited to 1,000 requests a minute, and a bench sends more.
  const tokens: string[] = []
  for (let index = 0; index < KEYS; index++) {
    const made = await app.store.keys.create({
      accountId: account.id,
      name: `bench ${index}`,
      scopes: ['scan:read', 'wallet:read'],
      environment,
    })
    tokens.push(made.token)
  }
  return { app, url, tokens }
}

const KEYS = 4

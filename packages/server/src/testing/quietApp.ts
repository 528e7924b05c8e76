import { type AppLimits, createApp } from '../composition/app.ts'
import { readConfig } from '../config.ts'
import { addKey } from './addKey.ts'

/**
 * The whole service on a free port with a database in memory and enterprise keys of the given environment.
 * @param limits other limits of the execution engine and of the browser.
 */
export async function quietApp(environment: 'live' | 'test', env: NodeJS.ProcessEnv = {}, limits: AppLimits = {}) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: 'sqlite::memory:', ...env })
  const app = await createApp({ ...config, ...limits }, () => {})
  const url = await app.listen()
  // An account is limited to 1,000 requests a minute, and a bench sends more.
  const tokens: string[] = []
  for (let index = 0; index < ACCOUNTS; index++) tokens.push(await addKey(app, environment, `bench ${index}`))
  return { app, url, tokens }
}

const ACCOUNTS = 4

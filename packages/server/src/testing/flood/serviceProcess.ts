import { SCOPES } from '../../domain/apiKey.ts'
import type { Environment } from '../../domain/environment.ts'
import { PLAN_LIMITS } from '../../domain/plan.ts'
import { keepNewObjectsYoung } from '../../keepNewObjectsYoung.ts'
import { quietApp } from '../quietApp.ts'

// The service in a process of its own, so that who floods it does not share its thread. Sends its address and keys when it is ready, and its
// memory when asked. Ends with its parent.

/** What the parent sets: how many accounts, and whether they take turns: `off` lets everything in, as one account. */
const { FLOOD_ACCOUNTS = '4', FLOOD_FAIRNESS = 'on' } = process.env

const OPEN = { atOnce: 100_000, atOnceWhenIdle: 100_000, waitShare: 1_000, fair: false }

keepNewObjectsYoung()
// That they may send so much is not what is measured.
Object.assign(PLAN_LIMITS.enterprise, { perMinute: 10_000_000 })
const { app, url } = await quietApp('test', process.env, {
  sandboxChains: ['ethereum'],
  ...(FLOOD_FAIRNESS === 'off' && { admission: OPEN }),
})
const { rpcUrls } = await app.sandbox()
const tokens: string[] = []
for (let index = 0; index < Number(FLOOD_ACCOUNTS); index++) tokens.push(await addToken('test', `flood ${index}`))
const liveToken = await addToken('live', 'flood of sites')
process.send?.({ url, tokens, liveToken, rpcUrl: rpcUrls.ethereum })
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ rssMb: Math.round(process.memoryUsage().rss / 2 ** 20) })
})
process.once('disconnect', () => {
  void app.close().then(() => process.exit())
})

/** Of a new account. */
async function addToken(environment: Environment, name: string): Promise<string> {
  const { id: accountId } = await app.store.accounts.create({ name, plan: 'enterprise' })
  return (await app.store.keys.create({ accountId, name, scopes: [...SCOPES], environment })).token
}

import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../src/composition/app.ts'
import { readConfig } from '../../src/config.ts'
import { PLAN_LIMITS } from '../../src/domain/plan.ts'
import type { PolicyDecision } from '../../src/domain/policy/evaluatePolicy.ts'

// One node of the service on a shared database, until it is killed: says its URL.
// node httpNode.ts atomic|check-then-write, with DATABASE_URL, REDOUBT_SECRET and ETHEREUM_RPC_URLS

/** Time between the check and the write. Requests of one process wait in turn, so that only two processes can overlap. */
const BETWEEN_MS = 500
const ALLOW: PolicyDecision = { outcome: 'allow', policyVersion: 1, rules: [], holdUntil: null }
const [mode = 'atomic'] = process.argv.slice(2)

// An account has a thousand requests a minute; the torture asks for more.
Object.assign(PLAN_LIMITS.enterprise, { perMinute: 1_000_000, burst: 1_000 })
const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...process.env })
const app = await createApp({ ...config, headReuseMs: 500 }, () => {})
if (mode === 'check-then-write') {
  const { budget } = app.store
  const reserve = budget.reserve.bind(budget)
  budget.reserve = async (wallet, asked) => {
    const decision = await budget.decide(wallet, asked)
    if (decision?.outcome !== 'allow') return { decision, reservationId: null, isNew: false }
    await sleep(BETWEEN_MS)
    return reserve(wallet, { ...asked, decide: () => ALLOW })
  }
}
process.stdout.write(`${await app.listen()}\n`)

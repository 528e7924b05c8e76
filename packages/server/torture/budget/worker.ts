import { writeSync } from 'node:fs'
import type { Hex } from '@redoubt/risk/address.ts'
import { linesOf } from '../../src/domain/policy/budgetEntry.ts'
import type { PolicyDecision } from '../../src/domain/policy/evaluatePolicy.ts'
import { openStore } from '../../src/store/openStore.ts'
import { createPolicyGate } from '../../src/usecases/policies/policyGate.ts'
import { identityOf, OWNER, requestOf, WALLET } from './requests.ts'

// Asks for many requests at once and says each that may go on, until it is done or killed.
// node worker.ts DATABASE_URL SECRET FIRST STEP COUNT atomic|check-then-write

const [url = '', secret = '', first = '0', step = '1', count = '0', mode = 'atomic'] = process.argv.slice(2)
/** The control has no turns: it must not ask for more connections than the pool has. */
const AT_ONCE = mode === 'atomic' ? 50 : 8
const store = await openStore(url, secret)
const gate = createPolicyGate({ budget: store.budget, now: Date.now })
const ALLOW: PolicyDecision = { outcome: 'allow', policyVersion: 1, rules: [], holdUntil: null }

/** What the budget must not be: the check and the write are two steps. */
async function checkThenWrite(index: number): Promise<string | null> {
  const request = requestOf(index)
  const { decision } = await gate.check({ ...request, reserve: null })
  if (decision?.outcome !== 'allow') return null
  const { reservationId } = await store.budget.reserve(
    { ...OWNER, wallet: WALLET },
    {
      identity: identityOf(index),
      expiresAt: null,
      now: Date.now(),
      nonce: null,
      lines: () => linesOf(request.effects),
      decide: () => ALLOW,
    },
  )
  return reservationId
}

const indexes = Array.from({ length: Number(count) }, (_, at) => Number(first) + at * Number(step))
const next = indexes.values()
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const index of next) {
      const id = mode === 'atomic' ? (await gate.check(requestOf(index))).reservationId : await checkThenWrite(index)
      if (id === null) continue
      writeSync(1, `${index} ${id}\n`)
      if (index % 4 === 0) await gate.settle(id, identityOf(index) as Hex)
    }
  }),
)
writeSync(1, 'done\n')
await store.close()

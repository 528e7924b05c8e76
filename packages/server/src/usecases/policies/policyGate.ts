import { creditedUsage, creditGrants, linesOf } from '../../domain/policy/budgetEntry.ts'
import { evaluatePolicy } from '../../domain/policy/evaluatePolicy.ts'
import type { BudgetStore, Wallet } from '../../domain/ports/policies.ts'
import type { PolicyGate } from '../../domain/ports/policyGate.ts'

/**
 * The gate that every request of a wallet with a policy passes. Requests of one wallet are decided one after the other: in this process
 * by turns, so that they hold one connection of the database, and among processes by the lock of the budget.
 * @param now Unix milliseconds.
 */
export function createPolicyGate({ budget, now }: { budget: BudgetStore; now(): number }): PolicyGate {
  const inTurn = createTurns()
  return {
    async check({
      account,
      environment,
      chain,
      wallet: address,
      effects,
      reserve,
      heldSince = null,
      approved = false,
    }) {
      const wallet: Wallet = { accountId: account, environment, wallet: address }
      if (reserve === null) {
        const at = now()
        const known = await budget.read(wallet, at)
        if (known === null) return { decision: null, reservationId: null, isNew: false }
        const { policy, usage } = known
        const isTaken = effects.outflows.some(({ spender }) => spender !== null)
        const booked = isTaken ? await budget.grants(wallet, at) : []
        const lines = creditGrants(linesOf(effects), effects.outflows, booked)
        const credited = creditedUsage(usage, lines)
        const decision = evaluatePolicy({ policy, effects, usage: credited, now: at, heldSince, approved })
        return { decision, reservationId: null, isNew: false }
      }
      const { identity, expiresAt, nonce = null } = reserve
      return inTurn(`${account} ${environment} ${address}`, () => {
        const at = now()
        return budget.reserve(wallet, {
          identity,
          expiresAt,
          now: at,
          nonce: nonce === null ? null : { chain, nonce },
          lines: (booked) => creditGrants(linesOf(effects), effects.outflows, booked),
          decide: (policy, usage) => evaluatePolicy({ policy, effects, usage, now: at, heldSince, approved }),
        })
      })
    },
    settle: (id, transactionHash) => budget.settle(id, transactionHash, now()),
    release: budget.release,
    async policyOf(accountId, environment, wallet) {
      return (await budget.read({ accountId, environment, wallet }, now()))?.policy ?? null
    },
  }
}

/** Runs the work of one key in the order in which it came. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return <Value>(key: string, work: () => Promise<Value>): Promise<Value> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => undefined)
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return turn
  }
}

import { type CountedEntry, creditGrants, linesOf } from '../../domain/policy/budgetEntry.ts'
import type { PolicyUsage } from '../../domain/policy/decision.ts'
import { evaluatePolicy } from '../../domain/policy/evaluatePolicy.ts'
import type { Policy } from '../../domain/policy/policy.ts'
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
      nonce = null,
      reserve,
      heldSince = null,
      isApproved = () => false,
    }) {
      const wallet: Wallet = { accountId: account, environment, wallet: address }
      const asked = (at: number) => ({
        now: at,
        nonce: nonce && { chain, sender: nonce.sender, nonce: nonce.nonce },
        lines: (entries: readonly CountedEntry[]) => creditGrants(linesOf(effects), effects.outflows, entries),
        decide: (policy: Policy, usage: PolicyUsage) =>
          evaluatePolicy({ policy, effects, usage, now: at, heldSince, isApproved }),
      })
      if (reserve === null)
        return { decision: await budget.decide(wallet, asked(now())), reservationId: null, isNew: false }
      const { identity, expiresAt } = reserve
      return inTurn(`${account} ${environment} ${address}`, () =>
        budget.reserve(wallet, {
          ...asked(now()),
          identity,
          expiresAt,
        }),
      )
    },
    settle: (id, transactionHash) => budget.settle(id, transactionHash, now()),
    release: budget.release,
    guardedOf: (account, environment, wallets) => budget.guarded(environment, wallets, account),
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

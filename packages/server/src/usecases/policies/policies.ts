import type { Address } from '@redoubt/risk/address.ts'
import type { Owner } from '../../domain/account.ts'
import { changePolicy, type PolicyChange } from '../../domain/policy/changePolicy.ts'
import type { PolicyUsage } from '../../domain/policy/decision.ts'
import { NO_USAGE } from '../../domain/policy/decision.ts'
import type { Policy, PolicyRules } from '../../domain/policy/policy.ts'
import type { Cursors } from '../../domain/ports/cursors.ts'
import type { BudgetStore, OpenReservation, PolicyStore, PolicyVersion } from '../../domain/ports/policies.ts'
import { ApiError } from '../../errors.ts'
import { createSealedPages } from '../sealedPages.ts'

/** Policies of an account in each environment. */
const MAX_POLICIES = 1_000

type Page = { limit: number; cursor: string | null }
type Caller = Owner & { id: string; name: string }

/** A policy with what the wallet let go and what is open. */
export type GuardedWallet = { policy: Policy; usage: PolicyUsage; open: OpenReservation[] }

export type Policies = {
  /** Creates or replaces. @throws ApiError CONFLICT when there are too many policies, or too many changes wait. */
  put(
    caller: Caller,
    address: Address,
    rules: PolicyRules,
  ): Promise<GuardedWallet & { change: Pick<PolicyChange, 'newlyAllowed'> & { effectiveAt: number } }>
  get(owner: Owner, address: Address): Promise<GuardedWallet | null>
  list(owner: Owner, page: Page): Promise<{ policies: Policy[]; nextCursor: string | null }>
  /** Null: there is none. */
  delete(caller: Caller, address: Address): Promise<{ effectiveAt: number } | null>
  versions(
    owner: Owner,
    address: Address,
    page: Page,
  ): Promise<{ versions: PolicyVersion[]; nextCursor: string | null }>
  /** Gives a booking back: the signature or transaction will never be used. Whether it was there and open. */
  releaseReservation(owner: Owner, address: Address, id: string): Promise<boolean>
}

const SENT =
  'the transaction was sent: what it books ends when it is mined, or when another transaction with its nonce is'

/** Policies of wallets. @param now Unix milliseconds. */
export function createPolicies({
  policies,
  budget,
  cursors,
  now,
}: {
  policies: PolicyStore
  budget: BudgetStore
  cursors: Cursors
  now(): number
}): Policies {
  const pages = createSealedPages(cursors)

  async function change(
    { accountId, environment, id: keyId, name }: Caller,
    address: Address,
    rules: PolicyRules | null,
  ) {
    let made: PolicyChange | null = null
    const policy = await policies
      .change(
        { accountId, environment },
        address,
        (current) => {
          made = changePolicy(current, rules, { address, actor: { keyId, name }, now: now() })
          return made
        },
        { max: MAX_POLICIES },
      )
      .catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error
        throw new ApiError('CONFLICT', { detail: error.message }, { cause: error })
      })
    return { policy, made: made as PolicyChange | null }
  }

  /** Without former rules whose time has come. */
  const current = (policy: Policy): Policy => ({
    ...policy,
    former: policy.former.filter(({ until }) => now() < until),
  })

  async function guarded(owner: Owner, policy: Policy): Promise<GuardedWallet> {
    const wallet = { accountId: owner.accountId, environment: owner.environment, wallet: policy.address }
    const [known, open] = await Promise.all([budget.read(wallet, now()), budget.open(wallet, now())])
    return { policy: current(policy), usage: known?.usage ?? NO_USAGE, open }
  }

  return {
    async put(caller, address, rules) {
      const { policy, made } = await change(caller, address, rules)
      if (policy === null) throw new Error('A policy was written and is not there')
      const effectiveAt = made?.version.effectiveAt ?? now()
      return { ...(await guarded(caller, policy)), change: { newlyAllowed: made?.newlyAllowed ?? null, effectiveAt } }
    },
    async get(owner, address) {
      const policy = await policies.get(owner, address)
      return policy === null || policy.deletedAt !== null ? null : guarded(owner, policy)
    },
    async list(owner, page) {
      const found = await pages(`policies of ${owner.accountId} ${owner.environment}`, page, (unsealed) =>
        policies.list(owner, unsealed),
      )
      return { ...found, policies: found.policies.map(current) }
    },
    async delete(caller, address) {
      const { made } = await change(caller, address, null)
      return made && { effectiveAt: made.version.effectiveAt }
    },
    versions: (owner, address, page) =>
      pages(`versions of ${address} ${owner.accountId} ${owner.environment}`, page, (unsealed) =>
        policies.versions(owner, address, unsealed),
      ),
    async releaseReservation(owner, address, id) {
      const open = await budget.open({ ...owner, wallet: address }, now())
      const known = open.find((one) => one.id === id)
      if (known === undefined) return false
      if (known.state === 'sent') throw new ApiError('CONFLICT', { detail: SENT })
      await budget.release(id)
      return true
    },
  }
}

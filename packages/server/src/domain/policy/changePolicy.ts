import type { Address } from '@redoubt/risk/address.ts'
import type { PolicyVersion } from '../ports/policies.ts'
import { changedRules, comparePolicies, type NewlyAllowed } from './comparePolicies.ts'
import {
  changeDelaySeconds,
  type FormerRules,
  NO_RULES,
  type Policy,
  type PolicyRules,
  rulesInForce,
} from './policy.ts'

/** Former rules of a policy that may be in force at once: more changes have to wait. */
const MAX_FORMER = 8

export type PolicyChange = { policy: Policy; version: PolicyVersion; newlyAllowed: NewlyAllowed | null }

/**
 * What a policy becomes. Old rules that the new ones loosen stay in force beside them for the longest delay of the rules in force; what is
 * tightened counts at once. Null: nothing changes.
 * @param rules null deletes. @throws RangeError when too many former rules are in force.
 */
export function changePolicy(
  current: Policy | null,
  rules: PolicyRules | null,
  { address, actor, now }: { address: Address; actor: PolicyVersion['actor']; now: number },
): PolicyChange | null {
  const isThere = current !== null && current.deletedAt === null
  if (rules === null && !isThere) return null
  const before = isThere ? current.rules : null
  const changed = changedRules(before, rules)
  if (isThere && rules !== null && changed.length === 0) return null
  const next = rules ?? NO_RULES
  const delayMs = Math.max(0, ...(current ? rulesInForce(current, now).map(changeDelaySeconds) : [])) * 1000
  const candidates: FormerRules[] = current
    ? [
        { version: current.version, rules: current.rules, until: now + delayMs },
        ...current.former.filter(({ until }) => now < until),
      ]
    : []
  let newlyAllowed: NewlyAllowed | null = null
  const former = candidates.filter((one) => {
    const found = comparePolicies(one.rules, next, now)
    newlyAllowed ??= found
    // A shorter wait is milder too: the next change would be in force sooner.
    return found !== null || changeDelaySeconds(next) < changeDelaySeconds(one.rules)
  })
  if (former.length > MAX_FORMER)
    throw new RangeError(`${MAX_FORMER} earlier versions are still in force; wait until one of them ends.`)
  const version = (current?.version ?? 0) + 1
  const policy: Policy = {
    address,
    version,
    rules: next,
    former,
    deletedAt: rules === null ? now : null,
    createdAt: isThere ? current.createdAt : now,
    updatedAt: now,
  }
  const written: PolicyVersion = {
    version,
    action: rules === null ? 'deleted' : isThere ? 'changed' : 'created',
    rules,
    actor,
    changed,
    at: now,
    effectiveAt: Math.max(now, ...former.map(({ until }) => until)),
  }
  return { policy, version: written, newlyAllowed }
}

import type { Address } from '@redoubt/risk/address.ts'
import type { Effects, Outflow, PolicyCall } from './effects.ts'
import { DEFAULT_RULES, type Policy, type PolicyRules } from './policy.ts'

// Policies and requests for tests.

const WALLET: Address = `0x${'a1'.repeat(20)}`
export const FRIEND: Address = `0x${'b2'.repeat(20)}`
export const STRANGER: Address = `0x${'c3'.repeat(20)}`
export const TOKEN: Address = `0x${'d4'.repeat(20)}`
export const ROUTER: Address = `0x${'e5'.repeat(20)}`

/** Noon UTC of 1 January 2026. */
export const NOON = Date.UTC(2026, 0, 1, 12)

export function rulesWith(changed: Partial<PolicyRules>): PolicyRules {
  return { ...DEFAULT_RULES, ...changed }
}

export function policyWith(changed: Partial<PolicyRules>): Policy {
  return {
    address: WALLET,
    version: 1,
    rules: rulesWith(changed),
    former: [],
    deletedAt: null,
    createdAt: 0,
    updatedAt: 0,
  }
}

export function outflow(usd: number | null, changed: Partial<Outflow> = {}): Outflow {
  return { asset: null, tokenId: null, amount: 10n ** 18n, usd, spender: null, ...changed }
}

export function call(to: Address | null, changed: Partial<PolicyCall> = {}): PolicyCall {
  return { to, value: 0n, data: '0x', delegatecall: false, parties: null, ...changed }
}

/** A payment of the coin to a friend, worth so much. */
export function payment(usd: number | null, changed: Partial<Effects> = {}): Effects {
  return {
    chain: 'ethereum',
    method: 'eth_sendTransaction',
    messages: [],
    outflows: [outflow(usd)],
    approvals: [],
    rights: [],
    calls: [call(FRIEND, { value: 10n ** 18n })],
    recipients: [FRIEND],
    riskLevel: 'safe',
    complete: true,
    ...changed,
  }
}

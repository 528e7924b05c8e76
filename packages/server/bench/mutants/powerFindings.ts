import type { Power } from './axes.ts'

const STOPS = [
  'guarded-token-power',
  'sell-kill-switch',
  'transfer-kill-switch',
  'honeypot-token',
  'delayed-honeypot',
  'honeypot-for-existing-holders',
  'time-dependent-sell-block',
  'pausable-transfers',
] as const
const TAKES = [
  'guarded-token-power',
  'holder-token-seizure',
  'token-theft-from-holders',
  'burn-from-others',
  'balance-rewrite',
] as const
const DEPOSITS = [
  'withdrawal-of-user-deposits',
  'unsafe-user-deposits',
  'withdrawal-of-contract-assets',
  'payments-not-withdrawable',
] as const

/** Findings that name each power. Only these count, at high or above. Fixed before the first run. */
export const POWER_FINDINGS: Readonly<Record<Power, readonly string[]>> = {
  freeze: STOPS,
  deny: [...STOPS, 'holder-freeze', 'address-blacklist', 'address-whitelist'],
  tax: [...STOPS, 'raisable-trading-tax', 'changeable-tax', 'holder-tax', 'sell-tax', 'wallet-to-wallet-transfer-tax'],
  seize: TAKES,
  burn: TAKES,
  pull: ['approved-token-drainer', 'guarded-approval-pull', 'open-any-call-contract'],
  'take-coins': [...DEPOSITS, 'open-any-call-contract'],
  'take-tokens': [...DEPOSITS, 'open-any-call-contract'],
}

import type { Label } from '@redoubt/risk/facts/account.ts'
import type { Facts } from '@redoubt/risk/facts.ts'

/** The contract's words, in its order. */
export const WALLET_LABELS = [
  'exchange',
  'defi_protocol',
  'whale',
  'smart_money',
  'mev_bot',
  'hacker',
  'scammer',
  'mixer',
  'bridge',
  'multisig',
  'dao_treasury',
] as const
export type WalletLabel = (typeof WALLET_LABELS)[number]

/** What lists, the chain and its own doings call an account, each word once; words of ours that the contract has not are left out. */
export function walletLabels({ subject, activityLabels = [] }: Partial<Facts>): WalletLabel[] {
  const said = new Set<Label['category']>([
    ...(subject?.labels ?? []).map(({ category }) => category),
    ...activityLabels.map(({ label }) => label),
  ])
  return WALLET_LABELS.filter((label) => said.has(label))
}

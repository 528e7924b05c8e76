import type { Account } from '@redoubt/risk/facts/account.ts'

/** Whether calls to an account run code: its own, or that of its delegate (EIP-7702). */
export function hasCode({ class: kind }: Account): boolean {
  return kind === 'contract' || kind === 'delegated-eoa'
}

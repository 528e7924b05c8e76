import type { Page } from '../facts/page.ts'

/** Kinds of pressure; a project's own pools and support desks are honest. */
const PRESSING: readonly Page['lures'][number]['kind'][] = ['urgency', 'verify-wallet', 'giveaway', 'migration']
/** Staking sites also have rewards to claim, but do not call them free. */
const CLAIM = /airdrop|free|eligib|allocation/i

/** Whether the words of a page press its visitors to act, or offer something for free. */
export function presses({ lures }: Pick<Page, 'lures'>): boolean {
  return lures.some(({ kind, phrase }) => PRESSING.includes(kind) || (kind === 'claim' && CLAIM.test(phrase)))
}

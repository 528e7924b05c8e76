import type { Page } from '../facts/page.ts'

/** Pools and support desks of one's own are honest. */
const PRESSING: readonly Page['lures'][number]['kind'][] = ['urgency', 'verify-wallet', 'giveaway', 'migration']
/** Rewards are claimed wherever something is staked; what is free is not. */
const CLAIM = /airdrop|free|eligib|allocation/i

/** Whether the words of a page press its visitors to act, or offer what nobody gives away. */
export function presses({ lures }: Pick<Page, 'lures'>): boolean {
  return lures.some(({ kind, phrase }) => PRESSING.includes(kind) || (kind === 'claim' && CLAIM.test(phrase)))
}

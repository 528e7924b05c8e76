import type { HostRow } from './readHosts.ts'

/**
 * How hard a row is listened to. Honest sites of the trade are few, and what false alarms are made of; names of years ago look
 * less like today's, and the last year is most like the next.
 */
export function importanceOf({ phishing, category, seen }: Pick<HostRow, 'phishing' | 'category' | 'seen'>): number {
  if (!phishing) return category === 'crypto' ? (seen >= '2023-07' ? 6 : 4) : category === 'hosted' ? 2 : 1
  if (seen === '') return 1
  return seen < '2021' ? 0.25 : seen < '2022' ? 0.5 : seen < '2023' ? 0.8 : seen < '2024' ? 1.2 : 4
}

import type { api } from '@redoubt/client'

export type Accusation = NonNullable<api.FeedbackDecision['label']>

/** What a denied address or site may be accused of. */
export const ACCUSATIONS: readonly Accusation[] = [
  'scammer',
  'phishing',
  'scam',
  'malware',
  'hacker',
  'mixer',
  'sanctioned',
]

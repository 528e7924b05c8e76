import { CHAINS } from '@redoubt/risk/chain.ts'
import { type PolicyRules, SENDING_METHODS } from './policy.ts'

/** Rules to begin with. */
export type PolicyTemplate = { id: string; title: string; description: string; rules: PolicyRules }

const TYPED_DATA = ['eth_signTypedData_v4', 'personal_sign'] as const

export const POLICY_TEMPLATES: readonly PolicyTemplate[] = [
  {
    id: 'everyday-wallet',
    title: 'Everyday wallet',
    description: 'Payments and trades up to $1,000 a day; signatures that log in; large requests wait ten minutes.',
    rules: {
      networks: null,
      hours: null,
      dailySpendingLimit: { usd: 1_000, rolling24hUsd: 1_500, alertAt: 0.8 },
      whitelistMode: null,
      timeDelay: { thresholdUsd: 500, seconds: 600 },
      blockAt: 'high',
      approvals: { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: 1_000 },
      assetLimits: [],
      signing: {
        methods: [...SENDING_METHODS, ...TYPED_DATA],
        messages: ['text', 'sign-in', 'vote', 'allowance', 'order'],
      },
    },
  },
  {
    id: 'savings',
    title: 'Savings wallet',
    description: 'Payments to listed addresses alone, each held for a day; no approval and no signature.',
    rules: {
      networks: null,
      hours: null,
      dailySpendingLimit: { usd: 10_000, rolling24hUsd: 10_000, alertAt: 0.5 },
      whitelistMode: { addresses: [], contracts: [] },
      timeDelay: { thresholdUsd: 0, seconds: 86_400 },
      blockAt: 'medium',
      approvals: { forbidUnlimited: true, spenders: [], maxValueAtRiskUsd: 0 },
      assetLimits: [],
      signing: { methods: SENDING_METHODS, messages: [] },
    },
  },
  {
    id: 'agent',
    title: 'Wallet of an agent',
    description: 'Small payments in working hours on every supported network; listed contracts alone; no approval.',
    rules: {
      networks: CHAINS,
      hours: { from: 480, to: 1_080 },
      dailySpendingLimit: { usd: 50, rolling24hUsd: 50, alertAt: 0.8 },
      whitelistMode: { addresses: [], contracts: [] },
      timeDelay: { thresholdUsd: 20, seconds: 3_600 },
      blockAt: 'medium',
      approvals: { forbidUnlimited: true, spenders: [], maxValueAtRiskUsd: 0 },
      assetLimits: [],
      signing: { methods: ['eth_sendTransaction', 'eth_sendRawTransaction'], messages: [] },
    },
  },
]

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RiskLevel } from '../engine/riskLevel.ts'
import type { Label } from '../facts/account.ts'
import type { ContractJudgement } from '../facts/contractJudgement.ts'
import type { WalletApproval } from '../facts/walletApprovals.ts'
import {
  account,
  contract,
  FRIEND,
  label,
  NFT,
  ROUTER,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  ZERO,
} from '../testing/sampleFacts.ts'
import { judgement } from '../testing/testJudgement.ts'
import { type ApprovalReasonId, approvalRisk, OLD_DAYS } from './approvalRisk.ts'
import { approval, daysAgo, NOW, toStranger, UNLIMITED } from './testApproval.ts'

type Case = [title: string, given: WalletApproval, level: RiskLevel, worst: ApprovalReasonId]

const { spenderJudgement: _, ...notScanned } = toStranger()

const labelled = (category: Label['category'], more: Partial<WalletApproval> = {}) =>
  toStranger({ spenderAccount: contract(UNKNOWN_CONTRACT, { labels: [label(category)] }), ...more })
const operator = {
  standard: 'erc721',
  operator: true,
  unlimited: true,
  allowance: 1n,
  token: NFT,
  decimals: null,
} as const
const toWallet = (more: Partial<WalletApproval> = {}) =>
  approval({ spender: STRANGER, spenderAccount: account(STRANGER), ...more })
const unused = { grantedAt: daysAgo(OLD_DAYS + 1), lastUsed: null }
const accused = (confidence: Label['confidence']) =>
  contract(UNKNOWN_CONTRACT, { labels: [{ ...label('scammer'), confidence }] })

const SUSPICIOUS: Case[] = [
  ['all of it to unknown code', toStranger(UNLIMITED), 'critical', 'unlimited-to-unknown-contract'],
  ['a collection to unknown code', toStranger(operator), 'critical', 'unlimited-to-unknown-contract'],
  [
    'all of it by Permit2',
    toStranger({ ...UNLIMITED, standard: 'permit2' }),
    'critical',
    'unlimited-to-unknown-contract',
  ],
  ['a bound to a person', toWallet(), 'critical', 'account-spender'],
  [
    'a person whose account has a delegate',
    toWallet({ spenderAccount: account(STRANGER, { class: 'delegated-eoa' }) }),
    'critical',
    'account-spender',
  ],
  [
    'a person called a protocol',
    toWallet({ spenderAccount: account(STRANGER, { labels: [label('defi_protocol')] }) }),
    'critical',
    'account-spender',
  ],
  [
    'a bound to unknown code that any account can make spend it',
    toStranger({
      spenderJudgement: { riskScore: 30, riskLevel: 'medium', complete: true, findings: [], weak: [], openPulls: true },
    }),
    'critical',
    'open-executor-spender',
  ],
  ['a collection to a person', toWallet(operator), 'critical', 'account-spender'],
  ['a bound to a known scammer', toStranger({ spenderAccount: accused('high') }), 'critical', 'flagged-spender'],
  [
    'a bound to a sanctioned account',
    toStranger({ spenderAccount: contract(UNKNOWN_CONTRACT, { sanctioned: true }) }),
    'critical',
    'flagged-spender',
  ],
  ['a bound to whom anyone accused', toStranger({ spenderAccount: accused('low') }), 'high', 'flagged-spender'],
  ['a bound to an executor of everybody', labelled('open-executor'), 'critical', 'open-executor-spender'],
  ['a bound to a token', labelled('token'), 'high', 'token-spender'],
  ['a bound to a pool', labelled('pool'), 'high', 'pool-spender'],
  [
    'a bound to code that the contract scan accuses',
    toStranger({ spenderJudgement: judgement(UNKNOWN_CONTRACT, 'critical')[UNKNOWN_CONTRACT] as ContractJudgement }),
    'critical',
    'dangerous-spender',
  ],
  [
    'no bound, to code that the contract scan accuses: the proof comes first',
    toStranger({
      unlimited: true,
      spenderJudgement: judgement(UNKNOWN_CONTRACT, 'critical')[UNKNOWN_CONTRACT] as ContractJudgement,
    }),
    'critical',
    'dangerous-spender',
  ],
  [
    'a bound to code of which the contract scan only knows little',
    toStranger({ spenderJudgement: judgement(UNKNOWN_CONTRACT, 'unknown')[UNKNOWN_CONTRACT] as ContractJudgement }),
    'medium',
    'unjudged-spender',
  ],
  ['a bound to code that was not scanned', notScanned, 'medium', 'unjudged-spender'],
  ['a bound to code without source', toStranger({ spenderVerified: false }), 'high', 'unverified-spender'],
  ['a bound to new code', toStranger({ spenderDeployedRecently: true }), 'high', 'recently-deployed-spender'],
  ['half of what is held', toStranger({ allowance: 500n * 10n ** 18n }), 'medium', 'bounded-to-unknown-contract'],
  [
    'one item of a collection',
    toStranger({ tokenId: 7n, allowance: 1n, balance: 1n }),
    'medium',
    'bounded-to-unknown-contract',
  ],
  ['a bound on an unknown amount', toStranger({ balance: null }), 'medium', 'bounded-to-unknown-contract'],
  [
    'a spender that could not be looked up',
    toStranger({ ...UNLIMITED, spenderAccount: null }),
    'medium',
    'unread-spender',
  ],
  ['not used for half a year, even by a protocol', approval(unused), 'medium', 'old-unused'],
  ['used, but half a year ago', approval({ ...unused, lastUsed: daysAgo(OLD_DAYS) }), 'medium', 'old-unused'],
]

const HONEST: Case[] = [
  ['a bound to a known protocol', approval(), 'safe', 'bounded-to-protocol'],
  ['all of it to a known protocol', approval(UNLIMITED), 'low', 'unlimited-to-protocol'],
  ['a collection to a marketplace', labelled('nft_marketplace', operator), 'low', 'unlimited-to-protocol'],
  ['a new contract of a known protocol', approval({ spenderDeployedRecently: true }), 'safe', 'bounded-to-protocol'],
  ['a small bound to a stranger with published source', toStranger(), 'low', 'bounded-to-unknown-contract'],
  [
    'a small bound whose source could not be asked for',
    toStranger({ spenderVerified: null }),
    'low',
    'bounded-to-unknown-contract',
  ],
  ['a bound on what is not held', toStranger({ balance: 0n }), 'low', 'bounded-to-unknown-contract'],
  ['old and used lately', approval({ grantedAt: daysAgo(700) }), 'safe', 'bounded-to-protocol'],
  [
    'old, and moved lately by an account',
    approval({ ...unused, maybeUsed: daysAgo(3) }),
    'safe',
    'bounded-to-protocol',
  ],
  ['old, its uses out of sight', approval({ ...unused, useKnown: false }), 'safe', 'bounded-to-protocol'],
  [
    'old, since an unknown time',
    approval({ ...unused, grantedAt: { ...daysAgo(900), timestamp: null } }),
    'safe',
    'bounded-to-protocol',
  ],
  ['a day short of old', approval({ ...unused, grantedAt: daysAgo(OLD_DAYS - 1) }), 'safe', 'bounded-to-protocol'],
  [
    'to oneself',
    approval({ ...UNLIMITED, spender: TRADER, spenderAccount: account(TRADER) }),
    'safe',
    'keyless-spender',
  ],
  [
    'to no account',
    approval({ ...UNLIMITED, spender: ZERO, spenderAccount: account(ZERO) }),
    'safe',
    'keyless-spender',
  ],
]

describe('the risk class of an approval', () => {
  for (const [title, given, level, worst] of [...SUSPICIOUS, ...HONEST])
    test(`${title}: ${level}`, () => {
      const risk = approvalRisk(given, { owner: TRADER, now: NOW })
      assert.equal(risk.level, level)
      assert.equal(risk.reasons[0]?.id, worst)
    })

  test('every reason is told, the worst first, with what can be checked', () => {
    const { reasons } = approvalRisk(toStranger({ ...UNLIMITED, ...unused, spenderVerified: false }), {
      owner: TRADER,
      now: NOW,
    })
    assert.deepEqual(
      reasons.map(({ id }) => id),
      ['unlimited-to-unknown-contract', 'unverified-spender', 'old-unused'],
    )
    for (const { evidence } of reasons) assert.equal(evidence.spender, UNKNOWN_CONTRACT)
    assert.equal(reasons[2]?.evidence.days, OLD_DAYS + 1)
  })

  test('an accusation hides nothing of what the spender is', () => {
    const spenderAccount = accused('low')
    const { level, reasons } = approvalRisk(toStranger({ ...UNLIMITED, spenderAccount }), { owner: FRIEND, now: NOW })
    assert.equal(level, 'critical')
    assert.deepEqual(reasons.map(({ id }) => id).sort(), ['flagged-spender', 'unlimited-to-unknown-contract'])
  })

  test('a router is a protocol by its label, not by its address', () => {
    const stranger = approval({ ...UNLIMITED, spenderAccount: contract(ROUTER) })
    assert.equal(approvalRisk(stranger, { owner: TRADER, now: NOW }).level, 'critical')
  })
})

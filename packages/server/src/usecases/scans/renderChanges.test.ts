import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import { account, label, router } from '@redoubt/risk/testing/sampleFacts.ts'
import { judgement } from '@redoubt/risk/testing/testJudgement.ts'
import { renderApprovalChange, renderBalanceChange, withUnknownApprovals } from './renderChanges.ts'

const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const OWNER = '0x1111111111111111111111111111111111111111'
const SPENDER = '0x2222222222222222222222222222222222222222'

const balance: BalanceChange = {
  account: OWNER,
  assetType: 'erc20',
  address: TOKEN,
  tokenId: null,
  symbol: 'USDC',
  decimals: 6,
  before: 5_000_000n,
  after: 3_500_000n,
  change: -1_500_000n,
  changeUsd: -1.5,
  priceSource: 'chainlink',
  priceKind: 'oracle',
}

const approval: ApprovalChange = {
  token: TOKEN,
  symbol: 'USDC',
  decimals: 6,
  standard: 'erc20',
  owner: OWNER,
  spender: SPENDER,
  tokenId: null,
  before: 0n,
  after: 2n ** 256n - 1n,
  operator: false,
  unlimited: true,
  expiration: null,
}

const finding: Finding = {
  id: 'x',
  severity: 'critical',
  title: '',
  description: '',
  impact: 85,
  evidence: { spender: SPENDER },
}

describe('renderBalanceChange', () => {
  test('writes whole units with the sign in change', () => {
    const row = renderBalanceChange('ethereum', balance)
    assert.deepEqual([row.asset, row.before, row.after, row.change], ['USDC', '5', '3.5', '-1.5'])
    assert.equal(row.address, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
  })

  test('names the native coin by the network', () => {
    const native: BalanceChange = { ...balance, assetType: 'native', address: null, change: 10n ** 17n }
    assert.equal(renderBalanceChange('polygon', native).asset, 'POL')
    assert.equal(renderBalanceChange('bsc', native).change, '0.1')
  })

  test('keeps an unread balance null, and a token without a symbol is its address', () => {
    const row = renderBalanceChange('bsc', { ...balance, symbol: null, before: null, after: null })
    assert.deepEqual([row.before, row.after], [null, null])
    assert.equal(row.asset, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
  })

  test('counts NFTs one by one, whatever the contract calls its decimals', () => {
    const nft: BalanceChange = { ...balance, assetType: 'erc721', tokenId: 7n, change: -1n }
    assert.equal(renderBalanceChange('ethereum', nft).change, '-1')
    assert.equal(renderBalanceChange('ethereum', nft).tokenId, '7')
  })
})

describe('renderApprovalChange', () => {
  const by = (findings: Finding[], worst?: 'critical' | 'high' | 'none') => ({
    findings,
    judgements: worst ? Object.values(judgement(SPENDER, worst)) : [],
  })
  test('names the spender by built-in labels, quotes a loaded list, and skips publicly submitted names', () => {
    const named = (more: Partial<Label>) => {
      const one = { ...label('defi_protocol', 'Acme vault'), source: 'names.csv', ...more }
      return renderApprovalChange(approval, account(SPENDER, { labels: [one] }), by([])).spenderLabel
    }
    assert.equal(named({}), 'Acme vault')
    assert.equal(named({ listed: { since: null } }), '“Acme vault” (names.csv)')
    assert.equal(named({ listed: { since: null }, confidence: 'low' }), 'Unlabelled wallet')
  })

  test('says unlimited and takes the risk of the worst finding that names the spender', () => {
    const row = renderApprovalChange(approval, undefined, by([finding]))
    assert.deepEqual([row.before, row.after, row.riskLevel], ['0', 'unlimited', 'critical'])
  })

  test('is low when nothing speaks against the spender, unknown when it was not judged, and safe when the permission is given back', () => {
    assert.equal(renderApprovalChange(approval, undefined, by([], 'none')).riskLevel, 'low')
    assert.equal(renderApprovalChange(approval, router(), by([])).riskLevel, 'low')
    const unjudged = renderApprovalChange(approval, undefined, by([]))
    assert.equal(unjudged.riskLevel, null)
    assert.deepEqual(withUnknownApprovals(['simulation'], [unjudged]), ['approvalChanges', 'simulation'])
    const revoked = { ...approval, after: 0n, unlimited: false }
    assert.equal(renderApprovalChange(revoked, undefined, by([finding])).riskLevel, 'safe')
  })

  test('is no less than the contract scan of the spender says', () => {
    assert.equal(renderApprovalChange(approval, undefined, by([], 'high')).riskLevel, 'high')
    assert.equal(renderApprovalChange(approval, undefined, by([], 'none')).riskLevel, 'low')
    assert.equal(renderApprovalChange(approval, undefined, by([finding], 'none')).riskLevel, 'critical')
    const revoked = { ...approval, after: 0n, unlimited: false }
    assert.equal(renderApprovalChange(revoked, undefined, by([], 'critical')).riskLevel, 'safe')
  })

  test('words an operator approval as all or none', () => {
    const operator: ApprovalChange = { ...approval, standard: 'erc721', operator: true, after: 1n }
    assert.equal(renderApprovalChange(operator, undefined, by([])).after, 'all')
    assert.equal(renderApprovalChange({ ...operator, after: 0n, unlimited: false }, undefined, by([])).after, 'none')
  })
})

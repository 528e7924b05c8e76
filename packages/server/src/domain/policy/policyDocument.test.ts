import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import { DEFAULT_RULES, NO_RULES, type PolicyRules } from './policy.ts'
import { documentOf, rulesOf } from './policyDocument.ts'
import { POLICY_TEMPLATES } from './templates.ts'
import { FRIEND, ROUTER, rulesWith, TOKEN } from './testPolicy.ts'

const FULL: PolicyRules = {
  networks: ['ethereum', 'bsc'],
  hours: { from: 545, to: 0 },
  dailySpendingLimit: { usd: 10.5, rolling24hUsd: null, alertAt: 0.8 },
  whitelistMode: {
    addresses: [FRIEND],
    contracts: [
      { address: TOKEN, selectors: null },
      {
        address: ROUTER,
        selectors: [
          { selector: '0xa9059cbb', arguments: [{ word: 1, min: null, max: 2n ** 255n, oneOf: null }] },
          { selector: '0x095ea7b3', arguments: [{ word: 0, min: 0n, max: null, oneOf: [1n, 2n ** 200n] }] },
        ],
      },
    ],
  },
  timeDelay: { thresholdUsd: 5, seconds: 60 },
  blockAt: 'high',
  approvals: { forbidUnlimited: false, spenders: [ROUTER], maxValueAtRiskUsd: 7 },
  assetLimits: [
    { chain: 'ethereum', asset: null, perRequest: 10n ** 18n, perDay: null },
    { chain: 'bsc', asset: TOKEN, perRequest: null, perDay: 0n },
  ],
  signing: { methods: ['personal_sign'], messages: ['text'] },
}

describe('policies as documents', () => {
  const all: [string, PolicyRules][] = [
    ['every rule', FULL],
    ['the default', DEFAULT_RULES],
    ['no rules', NO_RULES],
    [
      'a list of spenders that is none',
      rulesWith({ approvals: { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: null } }),
    ],
    ...POLICY_TEMPLATES.map(({ id, rules }): [string, PolicyRules] => [id, rules]),
  ]
  for (const [name, rules] of all)
    test(`${name}: the document of the rules has the same rules, also through JSON`, () => {
      assert.deepEqual(rulesOf(documentOf(rules)), rules)
      assert.deepEqual(rulesOf(JSON.parse(JSON.stringify(documentOf(rules)))), rules)
    })

  test('numbers of any size are decimal text, hours HH:MM', () => {
    const { hours, assetLimits, whitelistMode } = documentOf(FULL)
    assert.deepEqual(hours, { from: '09:05', to: '00:00' })
    assert.deepEqual(assetLimits[0], { chain: 'ethereum', asset: null, perRequest: String(10n ** 18n), perDay: null })
    const [bound] = whitelistMode?.contracts[1]?.selectors?.[1]?.arguments ?? []
    assert.deepEqual(bound, { word: 0, min: '0', max: null, oneOf: ['1', String(2n ** 200n)] })
  })

  test('addresses are spelled as asked, and read in lower case', () => {
    const spell = (address: Address) => getAddress(address)
    const written = documentOf(FULL, spell)
    assert.deepEqual(written.whitelistMode?.addresses, [spell(FRIEND)])
    assert.deepEqual(
      written.whitelistMode?.contracts.map(({ address }) => address),
      [spell(TOKEN), spell(ROUTER)],
    )
    assert.deepEqual(written.approvals?.spenders, [spell(ROUTER)])
    assert.equal(written.assetLimits[1]?.asset, spell(TOKEN))
    assert.deepEqual(rulesOf(written), FULL)
  })

  test('templates say in words what they do, under names of their own', () => {
    assert.equal(new Set(POLICY_TEMPLATES.map(({ id }) => id)).size, POLICY_TEMPLATES.length)
    for (const { title, description } of POLICY_TEMPLATES) assert.ok(title.length > 5 && description.endsWith('.'))
    const [everyday, savings, agent] = POLICY_TEMPLATES.map(({ rules }) => rules)
    assert.ok(everyday?.signing.messages.includes('sign-in') && !everyday.signing.messages.includes('blind'))
    for (const one of [everyday, savings, agent]) assert.equal(one?.approvals?.forbidUnlimited, true)
    for (const one of [savings, agent])
      assert.deepEqual(
        [one?.approvals?.spenders, one?.approvals?.maxValueAtRiskUsd, one?.signing.messages],
        [[], 0, []],
      )
    assert.ok((agent?.dailySpendingLimit?.usd ?? 0) < (everyday?.dailySpendingLimit?.usd ?? 0))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Explainer, explainInWords, type FactsToExplain } from './explainInWords.ts'

const SPENDER = '0x1F98431c8aD98523631AE4a59f267346ea31F984'
const OWNER = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
const ROW = {
  asset: 'USDC',
  before: '25',
  after: '0',
  assetType: 'erc20',
  address: SPENDER,
  tokenId: null,
  account: OWNER,
  changeUsd: null,
  priceSource: null,
}
const TEMPLATE = {
  summary: 'You let 0x1F98…F984 take all your USDC, now and later.',
  details: '1. “approve” of USDC is called.',
  warnings: ['Unlimited approval to an unknown contract: it can take everything.'],
}
const EXPLAINED = {
  network: 'ethereum',
  recommendation: 'BLOCK',
  riskLevel: 'critical',
  findings: [{ title: 'Unlimited approval to an unknown contract' }],
  signer: OWNER,
  balanceChanges: [{ ...ROW, change: '-25' }],
  approvalChanges: [
    {
      token: SPENDER,
      symbol: 'call 555 now',
      standard: 'erc20',
      owner: OWNER,
      spender: SPENDER,
      spenderLabel: 'Unlabelled contract',
      before: '0',
      after: '1000',
      unlimited: true,
      riskLevel: 'critical' as const,
    },
  ],
  facts: {},
}
const NEVER = new AbortController().signal
const says =
  (summary: string, details: string): Explainer =>
  async () => ({ summary, details })
const explained = (explainer: Explainer | null, signal = NEVER) =>
  explainInWords(TEMPLATE, EXPLAINED, explainer, signal)

describe('explainInWords', () => {
  it('puts what a model adds after the template, and in place of nothing', async () => {
    const words = says('This permission lasts.', `${SPENDER} may take 1,000 of it.\nYou are asked once.`)
    const answer = await explained(words)
    assert.equal(answer.source, 'llm')
    assert.equal(answer.summary, `${TEMPLATE.summary} This permission lasts.`)
    assert.ok(answer.details.startsWith(`${TEMPLATE.details}\n`))
    assert.match(answer.details, /may take 1,000/)
    assert.deepEqual(answer.warnings, TEMPLATE.warnings)
  })

  it('tells the model what the template says and what is shown', async () => {
    let told: FactsToExplain | undefined
    await explained(async (facts) => {
      told = facts
      return { summary: 'So it is.', details: 'So it is.' }
    })
    assert.equal(told?.summary, TEMPLATE.summary)
    assert.equal(told?.recommendation, 'BLOCK')
  })

  const REFUSED: [string, Explainer][] = [
    ['says something else in the summary', says('It is safe.', 'Nothing.')],
    ['says something else in the details', says('So it is.', 'Nothing leaves, and 7 USDC come back.')],
    ['repeats what a token is named after', says('So it is.', 'call 555 now')],
    ['promises what no row shows', says('You receive all tokens back.', 'So it is.')],
    ['turns a loss into a gain', says('So it is.', 'You receive 25 USDC.')],
    ['fails', async () => Promise.reject(new Error('down'))],
  ]
  for (const [name, explainer] of REFUSED)
    it(`keeps to the template when the model ${name}`, async () => {
      assert.deepEqual(await explained(explainer), { ...TEMPLATE, source: 'template' })
    })

  it('asks no service when none is configured, or when the time is over', async () => {
    assert.equal((await explained(null)).source, 'template')
    let asked = 0
    const counting: Explainer = async () => {
      asked++
      return { summary: 'So.', details: 'So.' }
    }
    assert.equal((await explained(counting, AbortSignal.abort())).source, 'template')
    assert.equal(asked, 0)
  })
})

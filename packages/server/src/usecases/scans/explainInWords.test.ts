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
  signer: OWNER,
  balanceChanges: [{ ...ROW, change: '-25' }],
  approvalChanges: [
    {
      token: SPENDER,
      symbol: 'USDC',
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
    const words = says(
      'You pay 25 USDC.',
      `25 USDC leave your wallet.\n${SPENDER} may take all your USDC, now and later.`,
    )
    const answer = await explained(words)
    assert.equal(answer.source, 'llm')
    assert.equal(answer.summary, `${TEMPLATE.summary} You pay 25 USDC.`)
    assert.ok(answer.details.startsWith(`${TEMPLATE.details}\n`))
    assert.match(answer.details, /may take all your USDC/)
    assert.deepEqual(answer.warnings, TEMPLATE.warnings)
  })

  it('tells the model what the template says and what is shown', async () => {
    let told: FactsToExplain | undefined
    await explained(async (facts) => {
      told = facts
      return { summary: 'You pay 25 USDC.', details: 'You pay 25 USDC.' }
    })
    assert.equal(told?.summary, TEMPLATE.summary)
    assert.equal(told?.recommendation, 'BLOCK')
  })

  const REFUSED: [string, Explainer][] = [
    ['says something else in the summary', says('It is safe.', 'You pay 25 USDC.')],
    ['says something else in the details', says('You pay 25 USDC.', 'You pay 25 USDC. Nothing more leaves.')],
    ['turns a loss into a gain', says('You pay 25 USDC.', 'You receive 25 USDC.')],
    ['names the owner as the recipient', says('You pay 25 USDC.', `You send 25 USDC to ${OWNER}.`)],
    ['fails', async () => Promise.reject(new Error('down'))],
  ]
  for (const [name, explainer] of REFUSED)
    it(`keeps to the template when the model ${name}`, async () => {
      assert.deepEqual(await explained(explainer), { ...TEMPLATE, source: 'template' })
    })

  it('keeps to the template where an approval is not of the signer, or takes a permission away', async () => {
    const [row] = EXPLAINED.approvalChanges
    const words = says('You pay 25 USDC.', 'The spender may take all your USDC.')
    for (const changed of [{ owner: SPENDER, spender: OWNER }, { spender: OWNER }, { unlimited: false, after: '0' }]) {
      const explained = { ...EXPLAINED, approvalChanges: row === undefined ? [] : [{ ...row, ...changed }] }
      assert.equal((await explainInWords(TEMPLATE, explained, words, NEVER)).source, 'template')
    }
  })

  it('asks no service when none is configured, or when the time is over', async () => {
    assert.equal((await explained(null)).source, 'template')
    let asked = 0
    const counting: Explainer = async () => {
      asked++
      return { summary: 'You pay 25 USDC.', details: 'You pay 25 USDC.' }
    }
    assert.equal((await explained(counting, AbortSignal.abort())).source, 'template')
    assert.equal(asked, 0)
  })
})

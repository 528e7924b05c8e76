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
  tokenId: null as string | null,
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

  const POOL = '0x57A2bBDB3bB2Fb29eA3Dd4E3ff3c5c0F4F7c0000'
  const OTHER = '0x9999999999999999999999999999999999999999'
  const lost = { ...ROW, change: '-25' }
  const taken = { ...ROW, account: POOL, change: '25' }
  const approved = EXPLAINED.approvalChanges[0] ?? assert.fail()
  const changes = (...balanceChanges: Partial<typeof lost>[]) => ({
    ...EXPLAINED,
    balanceChanges: balanceChanges.map((row) => ({ ...lost, ...row })),
  })
  const permits = (changed: Partial<typeof approved>) => ({
    ...EXPLAINED,
    approvalChanges: [{ ...approved, ...changed }],
  })
  const TO_POOL = 'You send 25 USDC to 0x57a2…0000.'
  const FROM_POOL = 'You receive 25 USDC from 0x57a2…0000.'
  const SOME = 'The spender may take 40 USDC.'
  const ALL = 'The spender may take all your USDC.'

  /** Rows of the answer, a sentence, and whether they say it. */
  const STATED: [string, Parameters<typeof explainInWords>[1], string, boolean][] = [
    ['the recipient, who gains the same asset', changes(lost, taken), TO_POOL, true],
    [
      'the recipient, where it is written in another case',
      changes(lost, { ...taken, account: POOL.toLowerCase() }),
      TO_POOL,
      true,
    ],
    ['a recipient that gains another asset of the symbol', changes(lost, { ...taken, address: OTHER }), TO_POOL, false],
    ['a recipient that gains another piece of it', changes(lost, { ...taken, tokenId: '7' }), TO_POOL, false],
    ['a recipient that loses the asset, too', changes(lost, { ...taken, change: '-25' }), TO_POOL, false],
    ['a recipient without a row', changes(lost), TO_POOL, false],
    ['the sender, who loses the same asset', changes({ change: '25' }, { ...taken, change: '-25' }), FROM_POOL, true],
    ['a sender that gains it, too', changes({ change: '25' }, taken), FROM_POOL, false],
    ['a gain of the signer', changes({ change: '25' }), 'You receive 25 USDC.', true],
    ['a gain of another account', changes(lost, taken, { ...taken, asset: 'DAI' }), 'You receive 25 DAI.', false],
    ['a loss of another account', changes({ ...taken, change: '-25' }), 'You pay 25 USDC.', false],
    [
      'a loss of the signer, written in another case',
      changes({ account: OWNER.toUpperCase().replace('0X', '0x') }),
      'You pay 25 USDC.',
      true,
    ],
    ['an amount of a token', permits({ unlimited: false, after: '40' }), SOME, true],
    ['an amount by Permit2', permits({ unlimited: false, after: '40', standard: 'permit2' }), SOME, true],
    ['an amount of what has no amounts', permits({ unlimited: false, after: '40', standard: 'erc721' }), SOME, false],
    ['an amount where all may be taken', permits({ after: '40' }), SOME, false],
    ['all, where there is no limit', permits({}), ALL, true],
    ['all, where an operator is named', permits({ unlimited: false, after: 'all', standard: 'erc1155' }), ALL, true],
    ['all, where there is no limit on what has no amounts', permits({ standard: 'erc721' }), ALL, true],
    ['all, where it is an amount', permits({ unlimited: false, after: '40' }), ALL, false],
    [
      'all, where the operator is dismissed',
      permits({ unlimited: false, after: 'none', standard: 'erc1155' }),
      ALL,
      false,
    ],
    [
      'nothing, where the approval ends',
      permits({ unlimited: false, after: '0' }),
      'The spender may take 0 USDC.',
      false,
    ],
    ['a tenth', permits({ unlimited: false, after: '0.1' }), 'The spender may take 0.1 USDC.', true],
    ['a permission that another account gives', permits({ owner: OTHER }), ALL, false],
    ['a permission to the signer', permits({ spender: OWNER.toLowerCase() }), ALL, false],
  ]
  for (const [what, rows, sentence, admitted] of STATED)
    it(`${admitted ? 'admits' : 'refuses'} ${what}`, async () => {
      const { source } = await explainInWords(TEMPLATE, rows, says(sentence, sentence), NEVER)
      assert.equal(source, admitted ? 'llm' : 'template')
    })

  it('adds words without the blanks around them', async () => {
    const answer = await explained(says(' You pay 25 USDC.\n', '\nYou pay 25 USDC. '))
    assert.equal(answer.summary, `${TEMPLATE.summary} You pay 25 USDC.`)
    assert.equal(answer.details, `${TEMPLATE.details}\nYou pay 25 USDC.`)
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

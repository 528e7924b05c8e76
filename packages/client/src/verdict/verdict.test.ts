import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { RedoubtVerdict } from './element.ts'
import { type Judged, Verdict } from './react.ts'

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(1)</script>\u202e'
const markupOf = (judged: Judged) => renderToStaticMarkup(createElement(Verdict, { of: judged, className: 'mine' }))
const warning = { id: 'a-drain', severity: 'critical' as const, title: 'A drain', description: 'It takes.' }
const scan = {
  riskScore: 88,
  riskLevel: 'critical',
  recommendation: 'BLOCK',
  complete: true,
  explanation: { summary: 'You lose 2,500 DAI.' },
  simulation: {
    balanceChanges: [{ asset: 'DAI', change: '-2500', changeUsd: -2500 }],
    approvalChanges: [
      { symbol: 'USDC', spender: '0x12', spenderLabel: 'Unlabelled contract', after: '1', unlimited: true },
    ],
  },
  warnings: [warning],
}

test('shows the recommendation, the sentence, the changes and the findings', () => {
  const markup = markupOf(scan)
  assert.match(
    markup,
    /^<div data-part="verdict" data-status="assessed" data-level="critical" data-recommendation="BLOCK"/,
  )
  assert.match(markup, /<strong data-part="recommendation">BLOCK<\/strong> <span data-part="score">risk 88 of 100</)
  assert.match(markup, /<li data-change="loss">-2500 <bdi>DAI<\/bdi> \(-\$2500\.00\)<\/li>/)
  assert.match(markup, /<bdi>Unlabelled contract<\/bdi> <code>0x12<\/code> may spend <bdi>unlimited USDC<\/bdi>/)
  assert.match(markup, /<li data-severity="critical" data-finding="a-drain"><strong data-part="title">A drain</)
  assert.doesNotMatch(markup, /style=/)
})

test('shows a summary and a wallet the same way', () => {
  const { explanation, simulation, warnings, ...rest } = scan
  const summary = { ...rest, ...simulation, summary: explanation.summary, findings: warnings }
  assert.equal(markupOf(summary), markupOf(scan))
  const wallet = markupOf({ riskScore: 5, riskLevel: 'safe', complete: true, riskFactors: [] })
  assert.match(wallet, /data-recommendation="safe"/)
})

test('an unassessed request never looks safe', () => {
  const unassessed = markupOf({
    status: 'unassessed',
    request: { method: 'eth_sendTransaction', params: [] },
    recommendation: null,
    riskLevel: null,
    riskScore: null,
    policy: null,
    summary: null,
    warnings: [],
    reason: 'The scan failed.',
    cause: null,
  })
  assert.match(unassessed, /data-status="unassessed" data-level="unknown" data-recommendation="unassessed"/)
  assert.match(unassessed, /<p data-part="reason">The scan failed\.<\/p>/)
  assert.match(markupOf({ ...scan, complete: false }), /data-status="unassessed".*Not everything could be examined\./)
})

test('other shapes are unassessed, and nothing throws', () => {
  const scanned = { ...scan, complete: undefined }
  const odd = [null, undefined, {}, 7, 'PROCEED', [], { status: 'x' }, { status: 'assessed' }, { inside: true }]
  const wrong = [
    { riskScore: '5', riskLevel: 'safe' },
    { riskScore: 5, riskLevel: 'fine' },
    { ...scan, warnings: 'x' },
  ]
  for (const one of [...odd, ...wrong, scanned])
    assert.match(markupOf(one as never), /data-status="unassessed"/, JSON.stringify(one))
})

test('an intent answer is shown as what it is', () => {
  const checked = { riskScore: 0, riskLevel: 'safe', recommendation: 'PROCEED', complete: true, summary: 'You pay.' }
  const intent = { inside: false, outside: 'exceeded' as const, reasons: [], scan: checked }
  assert.match(markupOf(intent), /data-status="assessed" data-level="safe" data-recommendation="OUTSIDE"/)
  assert.match(markupOf(intent), /The scan says PROCEED\./)
  assert.match(markupOf({ ...intent, inside: true, outside: null }), /data-recommendation="INSIDE"/)
  assert.match(
    markupOf({ ...intent, outside: 'unknown', reasons: ['incomplete'] }),
    /data-status="unassessed".*data-recommendation="UNKNOWN"/,
  )
})

test('names that strangers choose stay text', () => {
  const row = { symbol: HOSTILE, spender: HOSTILE, spenderLabel: HOSTILE, after: HOSTILE, unlimited: false }
  const markup = markupOf({
    ...scan,
    explanation: { summary: HOSTILE },
    simulation: { balanceChanges: [{ asset: HOSTILE, change: HOSTILE }], approvalChanges: [row] },
    warnings: [{ id: HOSTILE, severity: HOSTILE, title: HOSTILE, description: HOSTILE }],
  })
  assert.doesNotMatch(markup, /<img|<script/)
  assert.equal(markup.match(/&lt;script&gt;/g)?.length, 11)
})

test('long lists say how much more there is', () => {
  const warnings = Array.from({ length: 9 }, () => warning)
  assert.match(markupOf({ ...scan, warnings }), /<li data-part="more">and 4 more<\/li>/)
})

test('the element can be imported where there is no page', () => {
  assert.equal(typeof RedoubtVerdict, 'function')
})

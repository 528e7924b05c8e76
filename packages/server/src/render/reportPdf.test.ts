import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { rankFactors, titleOfFactor } from './drawFactors.ts'
import { confidenceOf, titleOf } from './drawVerdict.ts'
import { reportPdf } from './reportPdf.ts'
import { HOSTILE_TEXTS } from './testing/hostileTexts.ts'
import { type PdfObject, readPdf } from './testing/readPdf.ts'
import { sampleContractReport } from './testing/sampleContractReport.ts'
import { sampleUrlReport } from './testing/sampleUrlReport.ts'
import { sampleWalletReport } from './testing/sampleWalletReport.ts'

const SAMPLES = { wallet: sampleWalletReport, contract: sampleContractReport, url: sampleUrlReport }
/** Whatever could make a reader do something: ISO 32000-1, 12.5 and 12.6. */
const ACTIVE =
  /\/(Annots?|A|AA|OpenAction|Action|URI|Launch|GoTo\w*|JavaScript|JS|SubmitForm|AcroForm|EmbeddedFiles?|Filespec|RichMedia|XFA)\b/

const pagesOf = (objects: PdfObject[]) => objects.filter(({ body }) => /\/Type \/Page\b/.test(body)).length
/** Dictionaries without their strings: what is quoted is no syntax. */
const syntaxOf = ({ body }: PdfObject) => body.replace(/\((?:\\[\s\S]|[^\\)])*\)/g, '()')
const tagsOf = (objects: PdfObject[]) => objects.flatMap(({ body }) => /^<<\n\/S \/(\w+)/.exec(body)?.[1] ?? [])
const contentOf = (objects: PdfObject[]) => objects.filter(({ stream }) => / Tf$/m.test(stream))

for (const [name, sample] of Object.entries(SAMPLES)) {
  test(`a report of a ${name} has two to four pages, and the same bytes every time`, async () => {
    const pdf = await reportPdf(sample())
    assert.deepEqual(await reportPdf(sample()), pdf)
    const pages = pagesOf(readPdf(pdf))
    assert.ok(pages >= 2 && pages <= 4, `${pages} pages`)
  })
}

test('the document has a title, a language and the tags of what is on its pages', async () => {
  const objects = readPdf(await reportPdf(sampleWalletReport()))
  const catalog = objects.find(({ body }) => body.includes('/Type /Catalog'))?.body ?? ''
  assert.match(catalog, /\/Lang \(en\)/)
  assert.match(catalog, /\/StructTreeRoot/)
  assert.ok(objects.some(({ body }) => body.includes('/Marked true')))
  assert.ok(objects.some(({ body }) => body.includes('/DisplayDocTitle true')))
  const tags = tagsOf(objects)
  for (const tag of ['Document', 'H1', 'H2', 'H3', 'P', 'L', 'LI', 'LBody', 'Table', 'TR', 'TH', 'TD', 'Figure'])
    assert.ok(tags.includes(tag), tag)
  assert.equal(tags.filter((tag) => tag === 'H1').length, 1)
  const figures = objects.filter(({ body }) => body.includes('/S /Figure')).map(({ body }) => body)
  assert.equal(figures.length, 2)
  assert.match(figures[0] ?? '', /\/Alt \(Score 72 of 100, which is high\./)
  assert.match(figures[1] ?? '', /from 38 on 2026-02-10 to 72 on 2026-03-05, lowest 38, highest 72, on 24 days/)
  assert.match(figures[1] ?? '', /ruleset 2026\.10\.4, not comparable/)
})

test('everything drawn is inside a tag or an artifact', async () => {
  const streams = contentOf(readPdf(await reportPdf(sampleContractReport())))
  assert.ok(streams.length >= 2)
  for (const { stream } of streams) {
    let depth = 0
    for (const line of stream.split('\n')) {
      if (/ (BDC|BMC)$/.test(line)) depth++
      else if (line === 'EMC') depth--
      else if (/(^|[ \]>])(TJ|Tj|f|f\*|S|B|B\*)$/.test(line)) assert.equal(depth, 1, line)
    }
    assert.equal(depth, 0)
  }
})

test('fonts are embedded in part, and no reader has to bring one', async () => {
  const pdf = await reportPdf(sampleUrlReport())
  const objects = readPdf(pdf)
  const names = objects.flatMap(({ body }) => /\/FontName \/(\S+)/.exec(body)?.[1] ?? [])
  assert.deepEqual(names.map((name) => name.replace(/^[A-Z]{6}\+/, '')).sort(), [
    'DejaVuSansCondensed',
    'DejaVuSansCondensed-Bold',
    'DejaVuSansMono',
  ])
  assert.equal(objects.filter(({ body }) => body.includes('/FontFile2')).length, 3)
  assert.ok(!objects.some(({ body }) => body.includes('/Type1')))
  assert.ok(pdf.length < 150_000, `${pdf.length} bytes`)
})

test('text of strangers does nothing: no link, action, script or attachment', async () => {
  const { text: override } = HOSTILE_TEXTS[0] ?? { text: '' }
  const clean = sampleUrlReport()
  const hostile = hostileReport(`https://evil.example/?q=)>>endobj<<${override}`)
  for (const report of [clean, hostile])
    for (const object of readPdf(await reportPdf(report)))
      assert.doesNotMatch(syntaxOf(object).replaceAll(/\/A <<\n\/O \/(Table|Layout)/g, ''), ACTIVE)
})

test('hostile words stay words in the metadata too', async () => {
  const objects = readPdf(await reportPdf(hostileReport('https://evil.example/</rdf:li>?a=1&b=<x>')))
  const metadata = objects.find(({ body }) => body.includes('/Type /Metadata'))?.stream ?? ''
  assert.match(metadata, /risk report: https:\/\/evil\.example\/&lt;\/rdf:li&gt;\?a=1&amp;b=&lt;x&gt;<\/rdf:li>/)
  assert.match(metadata, /<pdfuaid:part>1<\/pdfuaid:part>/)
})

test('a report of next to nothing is drawn', async () => {
  const { riskBreakdown, ...report } = sampleWalletReport()
  const none: RiskReport['riskBreakdown']['code'] = {
    score: 0,
    weight: 25,
    notApplicable: null,
    factors: [],
    riskLevel: 'not-known',
    confidence: 0,
    unknown: ['trade'],
  }
  const pdf = await reportPdf({
    ...report,
    riskBreakdown: { ownership: none, code: none, liquidity: none, associations: none },
    history: [],
    recommendations: [],
    sources: [{ name: 'Names carried by the program', asOf: null }],
    unavailable: [],
    unknown: [],
    block: null,
    complete: false,
    summary: { ...report.summary, generatedAt: 'never', riskScore: 0, riskLevel: 'safe', verdict: '', confidence: 0 },
  })
  assert.equal(pagesOf(readPdf(pdf)), 2)
})

test('findings of one kind are one row with their count and the sum of their impacts', () => {
  const report = sampleWalletReport()
  const [factor] = report.riskBreakdown.associations.factors
  assert.ok(factor)
  const of = (description: string, impact: number) => ({ ...factor, description, impact })
  report.riskBreakdown.associations.factors = [of('B.', 3), of('A.', 4), of('A.', 5)]
  const [merged, ...others] = rankFactors(report).filter(({ category }) => category === 'associations')
  assert.deepEqual([merged?.count, merged?.impact, merged?.descriptions, others], [3, 12, ['A.', 'B.'], []])
  assert.match(titleOfFactor({ title: 'Mixer contract', count: 3 }), /^Mixer contract \(3 times\)$/)
})

test('the title names the token; a young history is a sentence and no chart; nothing unknown is certain', async () => {
  const report = sampleContractReport()
  const short = `${report.canonical.slice(0, 6)}…${report.canonical.slice(-4)}`
  assert.equal(
    titleOf({ ...report, label: 'USD Coin (USDC)' }),
    `Token risk report: USD Coin (USDC) — ${short}: ${report.summary.riskLevel} risk`,
  )
  assert.equal(titleOf({ ...sampleWalletReport(), label: null }), 'Wallet risk report')
  const pdf = readPdf(await reportPdf({ ...report, label: 'USD Coin (USDC)' }))
  const named = ` - ${short.replace('…', '...')}: `
  assert.ok(
    pdf.some(({ body }) => body.includes(named)),
    'metadata is ASCII and names no code points of ours',
  )
  const figuresOf = async (days: number) =>
    readPdf(await reportPdf({ ...report, history: report.history.slice(-days) })).filter(({ body }) =>
      body.includes('/S /Figure'),
    ).length
  assert.deepEqual([await figuresOf(1), await figuresOf(2), await figuresOf(3)], [1, 1, 2])
  const sure = { ...report, summary: { ...report.summary, confidence: 1 }, unavailable: [] }
  assert.deepEqual([confidenceOf({ ...sure, unknown: [] }), confidenceOf({ ...sure, unknown: ['trade'] })], [100, 99])
})

test('a thousand factors with long evidence end after some pages', async () => {
  const report = sampleWalletReport()
  const [factor] = report.riskBreakdown.associations.factors
  assert.ok(factor)
  const evidence = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`member${index}`, Array(50).fill('\u202e'.repeat(5_000))]),
  )
  report.riskBreakdown.associations.factors = Array.from({ length: 1_000 }, (_, index) => ({
    ...factor,
    id: `rule-${index}`,
    title: '\u202e'.repeat(9_000),
    description: 'w'.repeat(100_000),
    evidence,
  }))
  const pages = pagesOf(readPdf(await reportPdf(report)))
  assert.ok(pages > 10 && pages < 60, `${pages} pages`)
})

function hostileReport(entity: string): RiskReport {
  const report = sampleUrlReport()
  const factors = HOSTILE_TEXTS.map(({ name, text }, index) => ({
    id: `hostile-${index}`,
    name,
    title: text,
    severity: 'low' as const,
    description: text,
    impact: 1,
    evidence: { [text]: text, list: [text, text] },
  }))
  return {
    ...report,
    entity,
    riskBreakdown: { ...report.riskBreakdown, code: { ...report.riskBreakdown.code, factors } },
    recommendations: HOSTILE_TEXTS.map(({ text }) => text).slice(0, 10),
    unknown: HOSTILE_TEXTS.map(({ text }) => text),
    sources: HOSTILE_TEXTS.map(({ text }) => ({ name: text, asOf: text })),
  }
}

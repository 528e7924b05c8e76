import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { describeFact, spacedName } from '@redoubt/risk/engine/insufficientData.ts'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { rankFactors } from './drawFactors.ts'
import { formatTime, withDates } from './printable.ts'
import { evidenceRows, reportPdf } from './reportPdf.ts'
import { HOSTILE_TEXTS } from './testing/hostileTexts.ts'
import { sampleContractReport } from './testing/sampleContractReport.ts'
import { sampleUrlReport } from './testing/sampleUrlReport.ts'
import { sampleWalletReport } from './testing/sampleWalletReport.ts'

// What other programs read of the files: qpdf (Apache-2.0) and poppler's pdftotext, where they are installed.

const folder = mkdtempSync(join(tmpdir(), 'report-'))
after(() => rmSync(folder, { recursive: true }))

function missing(tool: string): string | false {
  try {
    execFileSync(tool, [tool === 'qpdf' ? '--version' : '-v'], { stdio: 'ignore' })
    return false
  } catch {
    return `no ${tool} on the PATH`
  }
}
async function fileOf(name: string, report: RiskReport): Promise<string> {
  const path = join(folder, `${name}.pdf`)
  writeFileSync(path, await reportPdf(report))
  return path
}
/** Without spaces: where lines break is for the eye. */
const solid = (text: string) => text.replace(/\s+/g, '')
/** In the order of drawing; page marks come last on each page. */
const textOf = (path: string) => solid(execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }))

const SAMPLES = { wallet: sampleWalletReport, contract: sampleContractReport, url: sampleUrlReport }

for (const [name, sample] of Object.entries(SAMPLES)) {
  test(`qpdf finds nothing wrong with the report of a ${name}`, { skip: missing('qpdf') }, async () => {
    const said = execFileSync('qpdf', ['--check', await fileOf(name, sample())], { encoding: 'utf8' })
    assert.match(said, /No syntax or stream encoding errors found/)
  })

  test(`all that the report of a ${name} says can be read in the file`, { skip: missing('pdftotext') }, async () => {
    const report = sample()
    const text = textOf(await fileOf(name, report))
    const factors = rankFactors(report)
    const said = [
      report.entity,
      report.summary.verdict,
      formatTime(report.summary.generatedAt),
      report.summary.recommendation,
      `Confidence ${Math.round(report.summary.confidence * 100)} %`,
      ...Object.values(report.riskBreakdown).map(({ notApplicable }) => notApplicable ?? ''),
      ...report.recommendations,
      ...factors.flatMap(({ title, descriptions }) => [title, ...descriptions.map(withDates)]),
      ...factors.flatMap(({ evidences }) =>
        evidences.flatMap(evidenceRows).flatMap(({ lines }) => lines.map(withDates)),
      ),
      ...(report.block === null ? [] : [report.block.number, report.block.hash]),
      ...report.sources.map((source) => source.name),
      ...report.unavailable.map(spacedName),
      ...report.unknown.map(describeFact),
      ...report.history.map(({ rulesetVersion }) => `ruleset ${rulesetVersion}`),
      'Page 1 of 3',
      'Page 3 of 3',
    ]
    for (const words of said) assert.ok(text.includes(solid(words)), words)
  })
}

test('hostile text is shown as it is, with what cannot be seen named', { skip: missing('pdftotext') }, async () => {
  const report = sampleUrlReport()
  const factors = HOSTILE_TEXTS.map(({ name, text }, index) => ({
    id: `hostile-${index}`,
    name,
    title: name,
    severity: 'low' as const,
    description: text,
    impact: 1,
    evidence: { said: text },
  }))
  const hostile = {
    ...report,
    riskBreakdown: { ...report.riskBreakdown, code: { ...report.riskBreakdown.code, factors } },
  }
  const path = await fileOf('hostile', hostile)
  const text = textOf(path)
  for (const { name, shown } of HOSTILE_TEXTS)
    assert.equal(text.split(solid(shown)).length - 1 >= 2, true, `${name}: in the description and in the evidence`)
  if (missing('qpdf') === false) execFileSync('qpdf', ['--check', path])
})

test('an address is never cut, wherever it stands', { skip: missing('pdftotext') }, async () => {
  const addresses = Array.from({ length: 12 }, (_, index) => `0x${index.toString(16).repeat(40)}`)
  const report = sampleWalletReport()
  const [factor] = report.riskBreakdown.associations.factors
  assert.ok(factor)
  factor.evidence = { accounts: addresses, path: addresses.slice(0, 8).join(' → ') }
  factor.description = `${'It paid '.repeat(7)}${addresses.join(', ')}.`
  const text = textOf(await fileOf('addresses', report))
  // In the description and in the list; eight of them on the path too.
  for (const [index, address] of addresses.entries())
    assert.equal(text.split(address).length - 1, index < 8 ? 3 : 2, address)
})

test('a name stands beside its address, under the title and on each page', { skip: missing('pdftotext') }, async () => {
  const report = { ...sampleWalletReport(), entity: 'trader.eth' }
  const text = textOf(await fileOf('name', report))
  assert.equal(text.split(`trader.eth=${report.canonical}`).length - 1, 3)
  assert.equal(text.split(report.canonical).length - 1 >= 4, true)
})

test('an unseen subject is not called safe', { skip: missing('pdftotext') }, async () => {
  const report = sampleContractReport()
  const { liquidity } = report.riskBreakdown
  Object.assign(liquidity, { score: 0, riskLevel: 'not-known', confidence: 0, unknown: ['trade'], factors: [] })
  report.unknown = ['trade']
  const text = textOf(await fileOf('unknown', report))
  assert.match(text, /notknownnotlookedat:whetheritcanbeboughtandsold–20%0/)
  assert.equal(text.includes('everysourcethatwasaskedanswered'), false)
  assert.equal(text.includes('isnevercountedassafe'), false)
})

test('an entity of the greatest length stands there in full', { skip: missing('pdftotext') }, async () => {
  const entity = `https://a.example/${'%E2%82%AC'.repeat(2_030)}`
  const text = textOf(await fileOf('long', { ...sampleUrlReport(), entity, canonical: entity }))
  // Page marks come between its lines where it goes over a page.
  assert.equal(text.split('%E2').length - 1 >= 2_030, true)
})

test('four rulesets are told apart within the page', { skip: missing('pdftotext') }, async () => {
  const report = sampleWalletReport()
  const versions = ['2026.8.10', '2026.9.10', '2026.10.4', '2026.10.5', report.rulesetVersion]
  report.history = versions.map((rulesetVersion, index) => ({
    date: `2026-0${index + 1}-01`,
    score: 20,
    riskLevel: 'low',
    rulesetVersion,
  }))
  const path = await fileOf('rulesets', report)
  const text = textOf(path)
  for (const version of versions.slice(1)) assert.ok(text.includes(`ruleset${version}`), version)
  assert.ok(text.includes('IntheJSONreportonly:1byrulesetsolderthanthese.'))
  // Words with the places of their right ends, in points.
  const boxes = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' })
  for (const [, right] of boxes.matchAll(/xMax="([\d.]+)"/g)) assert.ok(Number(right) < 596, `${right}`)
})

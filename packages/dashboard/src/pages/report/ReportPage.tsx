import type { api } from '@redoubt/client'
import { type FormEvent, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Address } from '../../ui/Address.tsx'
import { type Chain, countText, timeText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Name } from '../../ui/Name.tsx'
import { NetworkSelect } from '../../ui/NetworkSelect.tsx'
import { Page } from '../../ui/Page.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { Answered, Empty, Failure, Loading, Partial } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { Findings } from '../verdict/Findings.tsx'
import { VerdictHead } from '../verdict/VerdictHead.tsx'

/** The mildest first. */
const SEVERITIES: readonly string[] = ['info', 'low', 'medium', 'high', 'critical']

const HistoryChart = lazyPart(() => import('./HistoryChart.tsx'))

/** The report of an address or site: categories, history of the score, what to do, and the same as PDF. */
export default function ReportPage() {
  const [search, setSearch] = useSearchParams()
  const entity = search.get('entity') ?? ''
  const chain = (search.get('chain') ?? 'ethereum') as Chain
  const [text, setText] = useState(entity)
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    setSearch({ entity: text.trim(), chain })
  }
  return (
    <Page title="Risk report" actions={entity !== '' && <PdfButton entity={entity} chain={chain} />}>
      <form className="row" onSubmit={onSubmit}>
        <input
          className="input grow"
          aria-label="Address, name or site"
          placeholder="Address, ENS name or site"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <NetworkSelect small value={chain as Chain} onChange={(next) => setSearch({ entity, chain: next })} />
        <button type="submit" className="button button-primary" disabled={text.trim() === ''}>
          Show report
        </button>
      </form>
      {entity === '' ? (
        <Empty title="No entity is chosen">
          A report gathers the findings of a wallet, contract or site, with the history of its score.
        </Empty>
      ) : (
        <Report key={entity + chain} entity={entity} chain={chain} />
      )}
    </Page>
  )
}

function queryOf(entity: string, chain: Chain): { chain?: Chain } {
  return /^(0x|.*\.eth$)/i.test(entity) ? { chain } : {}
}

function PdfButton({ entity, chain }: { entity: string; chain: Chain }) {
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const body = await client.risk.reportPdf(entity, queryOf(entity, chain))
      saveFile(body, 'application/pdf', `report-${entity.replace(/[^\w.-]+/g, '-').slice(0, 80)}.pdf`)
    } catch (failure) {
      setError(failure as Error)
    }
    setBusy(false)
  }
  return (
    <>
      {error !== null && <Failure error={error} />}
      <button type="button" className="button" disabled={busy} onClick={() => void save()}>
        {busy ? 'Drawing…' : 'Save as PDF'}
      </button>
    </>
  )
}

function Report({ entity, chain }: { entity: string; chain: Chain }) {
  const report = useAnswer(
    ['report', entity, chain],
    (call) => client.risk.report(entity, queryOf(entity, chain), call),
    {
      staleMs: 300_000,
    },
  )
  return (
    <Answered of={report} what="report">
      {(found) => <ReportBody report={found} />}
    </Answered>
  )
}

function rankOf(severity: string): number {
  return SEVERITIES.indexOf(severity)
}

function ReportBody({ report }: { report: api.RiskReport }) {
  const { summary, canonical, chain, label } = report
  const head = {
    riskScore: summary.riskScore,
    riskLevel: summary.riskLevel,
    recommendation: summary.recommendation,
    confidence: summary.confidence,
    complete: report.complete,
    rulesetVersion: report.rulesetVersion,
    intelAsOf: report.intelAsOf,
    blockNumber: report.block?.number ?? null,
    explanation: { summary: summary.verdict },
  }
  const categories = Object.entries(report.riskBreakdown)
  const findings = categories
    .flatMap(([, category]) => category.factors)
    .sort((one, next) => rankOf(next.severity) - rankOf(one.severity) || next.impact - one.impact)
  return (
    <div className="stack">
      <VerdictHead
        of={head}
        subject={
          /^0x/.test(canonical) ? (
            <Address address={canonical} chain={chain} label={label} full />
          ) : (
            <strong>
              <Name text={canonical} max={200} />
            </strong>
          )
        }
        extra={[
          ['Kind', wordsOf(report.entityType)],
          ['Generated', timeText(summary.generatedAt)],
        ]}
      />
      <Partial complete={report.complete} unknown={report.unknown} unavailable={report.unavailable} />
      <div className="main-and-side">
        <div className="stack">
          <Panel title="History of the score" note={countText(report.history.length, 'day')}>
            {report.history.length < 2 ? (
              <Empty title="One day is known so far">Each day on which the entity is scored adds a point.</Empty>
            ) : (
              <Suspense fallback={<Loading what="chart" />}>
                <HistoryChart history={report.history} />
              </Suspense>
            )}
          </Panel>
          <Panel title="Categories" flush>
            <Table
              label="Categories"
              rows={categories}
              keyOf={([name]) => name}
              columns={[
                { title: 'Category', cell: ([name]) => wordsOf(name) },
                {
                  title: 'Level',
                  cell: ([, { riskLevel, notApplicable }]) =>
                    notApplicable === null ? (
                      <Level level={riskLevel === 'not-known' ? null : riskLevel} />
                    ) : (
                      <span className="muted">
                        <Name text={notApplicable} max={120} />
                      </span>
                    ),
                },
                { title: 'Score', numeric: true, cell: ([, { score }]) => `${score} / 100` },
                { title: 'Weight', numeric: true, cell: ([, { weight }]) => `${weight} %` },
                { title: 'Not known', cell: ([, { unknown }]) => unknown.map(wordsOf).join(', ') || 'nothing' },
              ]}
            />
          </Panel>
          <Findings findings={findings} chain={chain} />
        </div>
        <div className="stack">
          <Panel title="What to do">
            {report.recommendations.length === 0 ? (
              <p className="muted">Nothing special.</p>
            ) : (
              <ol className="evidence-list">
                {report.recommendations.map((advice) => (
                  <li key={advice}>
                    <Name text={advice} max={400} />
                  </li>
                ))}
              </ol>
            )}
          </Panel>
          <Panel title="Sources">
            <Facts
              rows={report.sources.map(({ name, asOf }) => [name, asOf === null ? 'no date' : asOf.slice(0, 10)])}
            />
          </Panel>
        </div>
      </div>
    </div>
  )
}

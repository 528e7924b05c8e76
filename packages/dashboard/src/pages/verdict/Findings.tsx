import type { api } from '@redoubt/client'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Evidence } from './Evidence.tsx'

type Finding = Pick<api.Finding, 'id' | 'title' | 'description'> & {
  severity: string
  impact?: number
  evidence?: unknown
}

/** Findings, the worst first, each with its evidence. */
export function Findings({
  findings,
  chain,
  title = 'Findings',
}: {
  findings: readonly Finding[]
  chain?: string | null
  title?: string
}) {
  return (
    <Panel title={title} note={findings.length === 0 ? undefined : String(findings.length)} flush>
      {findings.length === 0 ? (
        <Empty title="No findings">No rule found a risk in what could be examined.</Empty>
      ) : (
        findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one rule may find the same twice, and the list does not change.
          <details key={finding.id + index} className="finding">
            <summary>
              <span>
                <Level level={finding.severity} />
              </span>
              <span>
                <span className="finding-title">
                  <Name text={finding.title} max={200} />
                </span>
                <span className="finding-text">
                  <Name text={finding.description} max={1_000} />
                </span>
              </span>
              <span className="finding-hint" aria-hidden="true" />
            </summary>
            <div className="finding-body">
              <Evidence value={finding.evidence ?? {}} chain={chain ?? null} />
              <p className="muted">
                Rule{' '}
                <a href={`/docs/detectors/${finding.id}`}>
                  <code>{finding.id}</code>
                </a>
                {finding.impact !== undefined &&
                  ` · ${finding.impact < 0 ? 'lowers' : 'raises'} the score by ${Math.abs(finding.impact)}`}
              </p>
            </div>
          </details>
        ))
      )}
    </Panel>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { Json } from '../../ui/Json.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Partial } from '../../ui/states.tsx'
import { type View, Views } from '../../ui/Views.tsx'
import { VerdictHead } from './VerdictHead.tsx'

type Scan = ComponentProps<typeof VerdictHead>['of'] & {
  unknown: readonly string[]
  unavailable: readonly string[]
}

type Props = {
  of: Scan
  /** In place of the explanation, which only some kinds of scans have. */
  summary?: string
  subject: ReactNode
  extra?: ComponentProps<typeof VerdictHead>['extra']
  actions: ReactNode
  views: readonly (View | null | false)[]
  /** Shown before the answer. */
  request?: unknown
}

/** Verdict, what is missing of it, and its parts; the answer itself is the last part. */
export function VerdictFrame({ of: scan, summary, subject, extra = [], actions, views, request }: Props) {
  const judged = summary === undefined ? scan : { ...scan, explanation: { summary } }
  const answer: View = {
    id: 'json',
    title: 'JSON',
    body: () => (
      <>
        {request !== undefined && (
          <Panel title="Request">
            <Json value={request} what="request" />
          </Panel>
        )}
        <Panel title="Answer">
          <Json value={scan} what="answer" />
        </Panel>
      </>
    ),
  }
  return (
    <div className="stack">
      <VerdictHead of={judged} subject={subject} extra={extra} actions={actions} />
      <Partial complete={scan.complete} unknown={scan.unknown} unavailable={scan.unavailable} />
      <Views label="Parts of the verdict" views={[...views, answer]} />
    </div>
  )
}

/** The worst finding in a sentence; that none was found is said of what could be examined. */
export function worstOf(findings: readonly { description: string }[], complete: boolean, what: string): string {
  const [worst] = findings
  if (worst !== undefined) return worst.description
  return complete ? `No rule found a risk in ${what}.` : `No rule found a risk in what is known of ${what}.`
}

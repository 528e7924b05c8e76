import type { api } from '@redoubt/client'
import { useContext } from 'react'
import { useLocation } from 'wouter'
import { SessionContext } from '../../api/session.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { optionsOf } from '../scan/requestOf.ts'
import { useNewScan } from '../scan/useNewScan.ts'

type Props = {
  title: string
  /** What the scan was made without. */
  missing: string
  action: string
  /** Null: it cannot be asked again, as for a transaction that was sent. */
  input: api.TransactionScanRequest | null
  options?: api.TransactionScanRequest['options']
  /** That shows the answer. */
  view: string
}

/** In place of a part that the scan was not asked for: the same scan again, with it. */
export function AskAgain({ title, missing, action, input, options, view }: Props) {
  const [, navigate] = useLocation()
  const signedIn = useContext(SessionContext) !== null
  const scan = useNewScan((id) => navigate(`/scans/${id}?view=${view}`))
  const ask = (request: api.TransactionScanRequest) =>
    scan.mutate({
      kind: 'transaction',
      body: { ...request, options: optionsOf({ ...request.options, ...options }) },
      asks: [],
      missing: [],
    })
  return (
    <Panel title={title}>
      <Empty title={missing}>
        {input !== null && signedIn && (
          <button type="button" className="button" disabled={scan.isPending} onClick={() => ask(input)}>
            {scan.isPending ? 'Scanning…' : action}
          </button>
        )}
      </Empty>
      {scan.error && <Failure error={scan.error} />}
    </Panel>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ScanFollower } from '../../api/useScanProgress.ts'
import { Page } from '../../ui/Page.tsx'
import { Failure } from '../../ui/states.tsx'
import { Waiting } from './Waiting.tsx'

type Asked<Scan> = UseQueryResult<{ scan: Scan; requestId: string | null }, Error>

type Props<Scan> = {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  of: Asked<Scan>
  facts: ScanFollower['facts']
  /** Is scanned, in words. */
  what: string
  deadlineSeconds?: number
  onRetry?: () => void
  children: (scan: Scan, requestId: string | null) => ReactNode
}

/** A page about one scan: waiting for it, why there is none, or its verdict; an earlier one stays when a new one fails. */
export function ScannedPage<Scan>({
  title,
  lead,
  actions,
  of: asked,
  facts,
  what,
  deadlineSeconds = 10,
  onRetry,
  children,
}: Props<Scan>) {
  const { data, error, isFetching } = asked
  const waits = isFetching && error === null
  return (
    <Page title={title} lead={lead} actions={actions}>
      {error !== null && <Failure error={error} onRetry={onRetry ?? (() => void asked.refetch())} />}
      {data !== undefined
        ? children(data.scan, data.requestId)
        : waits && <Waiting what={what} deadlineSeconds={deadlineSeconds} facts={facts} />}
    </Page>
  )
}

/** Asks for the scan once more. */
export function ScanAgain<Scan>({ of: asked }: { of: Asked<Scan> }) {
  return (
    <button type="button" className="button" onClick={() => void asked.refetch()} disabled={asked.isFetching}>
      {asked.isFetching ? 'Scanning…' : 'Scan again'}
    </button>
  )
}

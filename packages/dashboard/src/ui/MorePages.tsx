import type { ReactNode } from 'react'
import type { Pages } from '../api/usePages.ts'
import { Failure, Loading } from './states.tsx'

type Props<Row> = { of: Pages<Row>; what: string; empty: ReactNode; children: (rows: readonly Row[]) => ReactNode }

/** A list with a button for its next page. */
export function MorePages<Row>({ of: pages, what, empty, children }: Props<Row>) {
  if (pages.rows === undefined)
    return pages.error === null ? <Loading what={what} /> : <Failure error={pages.error} onRetry={pages.again} />
  if (pages.rows.length === 0) return empty
  return (
    <>
      {children(pages.rows)}
      {pages.error !== null && <Failure error={pages.error} onRetry={pages.more} />}
      {pages.hasMore && (
        <div className="more">
          <button type="button" className="button" disabled={pages.isLoadingMore} onClick={pages.more}>
            {pages.isLoadingMore ? 'Loading…' : 'Show more'}
          </button>
        </div>
      )}
    </>
  )
}

import { ApiError, RedoubtError } from '@redoubt/client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { agoText, countText, wordsOf } from './format.ts'
import { Problem } from './problem.ts'

/** Nothing is there yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children !== undefined && <div className="muted">{children}</div>}
    </div>
  )
}

/** An empty part of a verdict: that there is nothing is said only where everything could be examined. */
export function NoneFound({ what, complete, children }: { what: string; complete: boolean; children?: ReactNode }) {
  return complete ? (
    <Empty title={`No ${what} was found`}>{children}</Empty>
  ) : (
    <Empty title={`No ${what} was found so far`}>Not everything could be examined: there may be one.</Empty>
  )
}

export function Loading({ what }: { what: string }) {
  return (
    <div className="state" role="status">
      <span className="spinner" aria-hidden="true" />
      <p className="muted">Loading {what}…</p>
    </div>
  )
}

/** What the service or the network said, with the id that its operator finds in the log. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: (() => void) | undefined }) {
  const known = error instanceof RedoubtError ? error : null
  // One detail is the message itself.
  const details = error instanceof ApiError && error.details.length > 1 ? error.details : []
  return (
    <div className="notice" data-tone="bad" role="alert">
      <p>
        <strong>{titleOf(error)}</strong> {error.message}
      </p>
      {details.length > 0 && (
        <ul>
          {details.map(({ path, message, suggestion }) => (
            <li key={path + message}>
              <code>{path}</code>: {message}
              {suggestion !== null && ` ${suggestion}`}
            </li>
          ))}
        </ul>
      )}
      {(known !== null || onRetry !== undefined) && (
        <p className="muted">
          {known !== null && <>Code {known.code}. </>}
          {known?.requestId && <>Request {known.requestId}. </>}
          {onRetry && (
            <button type="button" className="link-button" onClick={onRetry}>
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function titleOf(error: Error): string {
  if (error instanceof Problem) return error.title
  if (!(error instanceof RedoubtError)) return 'The page failed.'
  if (error.code === 'CONNECTION_FAILED') return 'The service cannot be reached.'
  if (error.code === 'TIMEOUT') return 'The service did not answer in time.'
  if (error.code === 'UNEXPECTED_ANSWER') return 'Something else answered in place of the service.'
  if (error.code === 'NOT_FOUND') return 'Not found.'
  if (error.code === 'INSUFFICIENT_ROLE' || error.code === 'INSUFFICIENT_SCOPE' || error.code === 'PLAN_REQUIRED')
    return 'Not allowed.'
  if (error.code === 'RATE_LIMIT_EXCEEDED') return 'Too many requests.'
  if (error.code === 'VALIDATION_ERROR') return 'Not understood.'
  return 'The service could not do this.'
}

/** Shows an answer, or why there is none yet. */
export function Answered<Data>({
  of: query,
  what,
  children,
}: {
  of: UseQueryResult<Data, Error>
  what: string
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined)
    return (
      <>
        {query.error !== null && <Old of={query} />}
        {children(query.data)}
      </>
    )
  if (query.error !== null) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return <Loading what={what} />
}

/** Over an answer that could not be renewed: what is shown may be true no longer. */
function Old({ of: { error, dataUpdatedAt, refetch } }: { of: UseQueryResult<unknown, Error> }) {
  return (
    <div className="notice" data-tone="warn" role="status">
      <p>
        <strong>This is {agoText(new Date(dataUpdatedAt).toISOString())}, and may be old.</strong> {error?.message}{' '}
        <button type="button" className="link-button" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    </div>
  )
}

type PartialProps = {
  complete: boolean
  unknown: readonly string[]
  unavailable: readonly string[]
  cut?: readonly string[]
}

/** Says what could not be learned, and from where: an incomplete answer never looks like a complete one. */
export function Partial({ complete, unknown, unavailable, cut = [] }: PartialProps) {
  if (complete && unknown.length + unavailable.length + cut.length === 0) return null
  return (
    <div className="notice" data-tone={complete ? 'plain' : 'warn'}>
      <p>
        <strong>
          {complete ? 'Some facts are missing, none of them decisive.' : 'Partial answer: decisive facts are missing.'}
        </strong>{' '}
        {unavailable.length > 0 && `${countText(unavailable.length, 'source')} did not answer. `}
        {unknown.length > 0 && `${countText(unknown.length, 'fact')} could not be learned. `}
        {cut.length > 0 && `${countText(cut.length, 'list')} ended early. `}
        {!complete && 'What is not shown may still be there.'}
      </p>
      <dl className="inline-facts">
        {unavailable.length > 0 && <Names title="No answer" names={unavailable} />}
        {unknown.length > 0 && <Names title="Unknown" names={unknown} />}
        {cut.length > 0 && <Names title="Cut short" names={cut} />}
      </dl>
    </div>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{names.map((name) => wordsOf(name)).join(', ')}</dd>
    </div>
  )
}

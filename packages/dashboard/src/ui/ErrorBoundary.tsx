import { Component, type ReactNode } from 'react'
import { MissingPart } from './lazyPart.ts'
import { Failure } from './states.tsx'

type Props = {
  /** Around everything: there is no page that the failure could stand in. */
  outermost?: boolean
  children: ReactNode
}

/** What throws says so in its place; what is around it stays. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    const { outermost = false, children } = this.props
    if (error === null) return children
    const isGone = outermost || error instanceof MissingPart
    const failure = (
      <Failure error={error} onRetry={() => (isGone ? location.reload() : this.setState({ error: null }))} />
    )
    return outermost ? <main className="content">{failure}</main> : failure
  }
}

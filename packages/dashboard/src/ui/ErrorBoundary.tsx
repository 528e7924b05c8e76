import { Component, type ReactNode } from 'react'
import { Failure } from '../ui/states.tsx'

/** A page that throws says so in its place; the shell stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? (
      this.props.children
    ) : (
      <Failure error={error} onRetry={() => this.setState({ error: null })} />
    )
  }
}

import { useEffect, useState } from 'react'
import type { ScanFollower } from '../../api/useScanProgress.ts'
import { wordsOf } from '../../ui/format.ts'
import { ShareBar } from '../../ui/ShareBar.tsx'

type Props = { what: string; deadlineSeconds: number; facts?: ScanFollower['facts'] }

/** A scan that runs: for how long, what it has learned, and by when it answers whatever it knows. */
export function Waiting({ what, deadlineSeconds, facts = [] }: Props) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const started = performance.now()
    const timer = setInterval(() => setSeconds((performance.now() - started) / 1000), 100)
    return () => clearInterval(timer)
  }, [])
  const settled = facts.filter(({ state }) => state !== 'asked').length
  return (
    <div className="state">
      <span className="spinner" aria-hidden="true" />
      <p className="state-title" role="status">
        Scanning {what}
      </p>
      <p className="muted" aria-hidden="true">
        {seconds.toFixed(1)} s. After {deadlineSeconds} s you get what is known by then.
      </p>
      {facts.length > 0 && (
        <div className="progress" aria-hidden="true">
          <p className="muted">
            {settled} of {facts.length} facts
          </p>
          <ShareBar share={settled / facts.length} />
          <ul className="progress-facts">
            {facts.map(({ name, state }) => (
              <li key={name} data-state={state}>
                {wordsOf(name)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

import { useEffect, useState } from 'react'

/** A scan that runs: for how long, and by when it answers whatever it knows. */
export function Waiting({ what, deadlineSeconds }: { what: string; deadlineSeconds: number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const started = performance.now()
    const timer = setInterval(() => setSeconds((performance.now() - started) / 1000), 100)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="state" role="status">
      <span className="spinner" aria-hidden="true" />
      <p className="state-title">Scanning {what}</p>
      <p className="muted" aria-hidden="true">
        {seconds.toFixed(1)} s. After {deadlineSeconds} s you get what is known by then.
      </p>
    </div>
  )
}

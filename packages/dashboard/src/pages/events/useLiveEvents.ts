import type { api } from '@redoubt/client'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'

const MAX_KEPT = 500

type Live = { events: readonly api.Event[]; state: 'connecting' | 'open' | 'closed'; error: Error | null }

/** Events as they happen, newest first; the client resumes a broken connection without loss. */
export function useLiveEvents(): Live {
  const [live, setLive] = useState<Live>({ events: [], state: 'connecting', error: null })
  useEffect(() => {
    const stop = new AbortController()
    async function follow(): Promise<void> {
      // The stream answers at once, and its first event may come in hours.
      setTimeout(
        () => stop.signal.aborted || setLive((now) => (now.state === 'connecting' ? { ...now, state: 'open' } : now)),
        500,
      )
      for await (const event of client.events.stream({ signal: stop.signal }))
        setLive((now) => ({ events: [event, ...now.events].slice(0, MAX_KEPT), state: 'open', error: null }))
    }
    follow().catch((error: Error) => {
      if (!stop.signal.aborted) setLive((now) => ({ ...now, state: 'closed', error }))
    })
    return () => stop.abort()
  }, [])
  return live
}

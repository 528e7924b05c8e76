import type { api } from '@redoubt/client'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'

const MAX_KEPT = 500

type Live = {
  events: readonly api.Event[]
  state: 'connecting' | 'open' | 'closed'
  /** Why events do not arrive: of the connection that broke and is tried again, or of a stream that ended. */
  error: Error | null
}

/** Events as they happen, newest first; the client resumes a broken connection without loss. */
export function useLiveEvents(): Live {
  const [live, setLive] = useState<Live>({ events: [], state: 'connecting', error: null })
  useEffect(() => {
    const stop = new AbortController()
    const tell = (change: Partial<Live>) => stop.signal.aborted || setLive((now) => ({ ...now, ...change }))
    async function follow(): Promise<void> {
      const stream = client.events.stream({
        signal: stop.signal,
        onOpen: () => tell({ state: 'open', error: null }),
        onReconnect: (error) => tell({ state: 'connecting', error }),
      })
      for await (const event of stream)
        setLive((now) => ({ ...now, events: [event, ...now.events].slice(0, MAX_KEPT) }))
    }
    follow().catch((error: Error) => tell({ state: 'closed', error }))
    return () => stop.abort()
  }, [])
  return live
}

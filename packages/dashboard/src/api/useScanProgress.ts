import type { api } from '@redoubt/client'
import { useEffect, useState } from 'react'
import { client } from './client.ts'

export type ScanFollower = {
  /** Makes the request id for a scan, which the service must hear before the scan. */
  start(): Promise<string>
  facts: api.ScanProgress['facts']
}

const LOOK_MS = 250

/** Follows the facts of one scan at a time while it runs. A scan is not held up where its progress cannot be had. */
export function useScanProgress(): ScanFollower {
  const [id, setId] = useState<string | null>(null)
  const [facts, setFacts] = useState<ScanFollower['facts']>([])
  useEffect(() => {
    if (id === null) return
    const stop = new AbortController()
    async function follow(scan: string): Promise<void> {
      for (;;) {
        const progress = await client.scans.progress(scan, { waitMs: LOOK_MS }, { signal: stop.signal, maxRetries: 0 })
        setFacts(progress.facts)
        if (progress.status === 'done') return
      }
    }
    follow(id).catch(() => undefined)
    return () => stop.abort()
  }, [id])
  return {
    async start() {
      const scan = newId()
      await client.scans.progress(scan, undefined, { maxRetries: 0 }).catch(() => undefined)
      setFacts([])
      setId(scan)
      return scan
    },
    facts,
  }
}

/** `crypto.randomUUID` is for https alone. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

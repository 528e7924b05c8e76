import type { api } from '@redoubt/client'
import { useEffect, useState } from 'react'
import { client } from './client.ts'

export type ScanFollower = {
  /** Makes the request id for a scan, which the service must hear before the scan. */
  start(): Promise<string>
  facts: api.ScanProgress['facts']
}

/** Between two looks: short at first, and longer for a long scan, because each is a request of the account. */
const FIRST_LOOK_MS = 250
const MAX_LOOK_MS = 1_000
/** A scan waits no longer than this for the service to hear of it. */
const START_MS = 1_000

/** Follows the facts of one scan at a time while it runs. A scan is not held up where its progress cannot be had. */
export function useScanProgress(): ScanFollower {
  const [id, setId] = useState<string | null>(null)
  const [facts, setFacts] = useState<ScanFollower['facts']>([])
  useEffect(() => {
    if (id === null) return
    const stop = new AbortController()
    async function follow(scan: string): Promise<void> {
      for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(2 * waitMs, MAX_LOOK_MS)) {
        const progress = await client.scans.progress(scan, { waitMs }, { signal: stop.signal, maxRetries: 0 })
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
      await client.scans.progress(scan, undefined, { maxRetries: 0, timeoutMs: START_MS }).catch(() => undefined)
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

import type { api } from '@redoubt/client'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { useScanProgress } from '../../api/useScanProgress.ts'
import { type NewScan, optionsOf } from './requestOf.ts'

/** Scans, and answers the id under which the scan is kept; `facts` tell what is learned meanwhile. */
export function useNewScan(onDone: (id: string) => void) {
  const progress = useScanProgress()
  const change = useChange(
    async (scan: NewScan) => {
      let id = ''
      const call = {
        requestId: await progress.start(),
        onMeta: (meta: api.Meta) => {
          id = meta.scanId ?? meta.requestId
        },
      }
      if (scan.kind === 'message') await client.scan.message(scan.body, call)
      else if (scan.kind === 'transaction') await client.scan.transaction(scan.body, call)
      else {
        // The reader of transactions is loaded for those who have a raw one.
        const { readRawTransaction } = await import('./readRawTransaction.ts')
        const transaction = await readRawTransaction(scan.raw)
        const origin = scan.origin === '' ? {} : { origin: scan.origin }
        const chain = transaction.chainId === undefined ? { chain: scan.chain } : {}
        await client.scan.transaction({ ...transaction, options: optionsOf(), ...chain, ...origin }, call)
      }
      return id
    },
    { onDone },
  )
  return { ...change, facts: progress.facts }
}

import type { api } from '@redoubt/client'
import { useAnswer } from '../../api/useAnswer.ts'
import { useScanProgress } from '../../api/useScanProgress.ts'

type Call = { signal: AbortSignal; requestId: string; onMeta: (meta: api.Meta) => void }

/** A scan that a page is about, with the id under which it is kept, and the facts that are known while it runs. */
export function useScan<Scan>(key: readonly unknown[], ask: (call: Call) => Promise<Scan>) {
  const progress = useScanProgress()
  const asked = useAnswer(
    key,
    async ({ signal }) => {
      let id: string | null = null
      const onMeta = (meta: api.Meta) => {
        id = meta.scanId ?? meta.requestId
      }
      const scan = await ask({ signal, requestId: await progress.start(), onMeta })
      return { scan, requestId: id as string | null }
    },
    { staleMs: 300_000 },
  )
  return { asked, facts: progress.facts }
}

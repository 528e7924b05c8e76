import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { useScanProgress } from '../../api/useScanProgress.ts'
import { Page } from '../../ui/Page.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { Waiting } from '../verdict/Waiting.tsx'
import { SiteVerdict } from './SiteVerdict.tsx'

const BROWSE_DEADLINE_MS = 30_000

export default function SitePage() {
  const [search] = useSearchParams()
  const url = search.get('url') ?? ''
  return url === '' ? (
    <Page title="Web site">
      <Empty title="No address was given">Press / and type one.</Empty>
    </Page>
  ) : (
    <Site key={url} url={url} />
  )
}

function Site({ url }: { url: string }) {
  const [requestId, setRequestId] = useState<string | null>(null)
  const [browse, setBrowse] = useState(false)
  const progress = useScanProgress()
  const scan = useAnswer(
    ['site', url, browse],
    async (call) =>
      client.scan.url(
        {
          url,
          options: browse
            ? { includeContent: true, includeWhois: true, browse: true, deadlineMs: BROWSE_DEADLINE_MS }
            : { includeContent: true, includeWhois: true },
        },
        { ...call, requestId: await progress.start(), onMeta: (meta) => setRequestId(meta.scanId ?? meta.requestId) },
      ),
    { staleMs: 300_000 },
  )
  return (
    <Page
      title="Web site"
      actions={
        <button
          type="button"
          className="button"
          disabled={browse || scan.data === undefined}
          onClick={() => setBrowse(true)}
        >
          Open in a browser
        </button>
      }
    >
      {scan.error && <Failure error={scan.error} onRetry={() => (browse ? setBrowse(false) : void scan.refetch())} />}
      {scan.data === undefined ? (
        scan.error === null && <Waiting what={url} deadlineSeconds={browse ? 30 : 10} facts={progress.facts} />
      ) : (
        <SiteVerdict scan={scan.data} requestId={requestId} />
      )}
    </Page>
  )
}

import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { client } from '../../api/client.ts'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { ScanAgain, ScannedPage } from '../verdict/ScannedPage.tsx'
import { useScan } from '../verdict/useScan.ts'
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
  const [browse, setBrowse] = useState(false)
  const options = browse
    ? { includeContent: true, includeWhois: true, browse: true, deadlineMs: BROWSE_DEADLINE_MS }
    : { includeContent: true, includeWhois: true }
  const { asked, facts } = useScan(['site', url, browse], (call) => client.scan.url({ url, options }, call))
  return (
    <ScannedPage
      title="Web site"
      of={asked}
      facts={facts}
      what={url}
      deadlineSeconds={browse ? BROWSE_DEADLINE_MS / 1000 : 10}
      onRetry={() => (browse ? setBrowse(false) : void asked.refetch())}
      actions={
        <>
          <button
            type="button"
            className="button"
            disabled={browse || asked.data === undefined}
            onClick={() => setBrowse(true)}
          >
            Open in a browser
          </button>
          <ScanAgain of={asked} />
        </>
      }
    >
      {(scan, requestId) => <SiteVerdict scan={scan} requestId={requestId} />}
    </ScannedPage>
  )
}

import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { timeText, wordsOf } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { Answered } from '../../ui/states.tsx'
import { TestBar } from '../../ui/TestBar.tsx'
import { KeptScan } from './KeptScan.tsx'

/** A scan that a member shared by link: everything of it, and nothing else of the account. The token is in the fragment. */
export default function SharedScanPage() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const scan = useAnswer(['shared', token], (call) => client.scans.shared(token, call))
  return (
    <>
      <header className="topbar shared-bar">
        <strong>Redoubt</strong>
        <span className="muted">Shared scan, read only</span>
      </header>
      {scan.data?.environment === 'test' && <TestBar />}
      <main className="content">
        <Page
          title={scan.data ? `${wordsOf(scan.data.kind)} scan` : 'Shared scan'}
          lead={
            scan.data &&
            `Shared by link until ${timeText(scan.data.expiresAt)}. As answered ${timeText(scan.data.createdAt)}.`
          }
        >
          <Answered of={scan} what="shared scan">
            {(kept) => <KeptScan scan={kept} requestId={null} />}
          </Answered>
        </Page>
      </main>
    </>
  )
}

import type { api } from '@redoubt/client'
import { askAccount } from '../../api/accountApi.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { timeText, wordsOf } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { Answered } from '../../ui/states.tsx'
import { KeptScan } from './KeptScan.tsx'

/** A scan that a member shared by link: everything of it, and nothing else of the account. */
export default function SharedScanPage({ token }: { token: string }) {
  const scan = useAnswer(['shared', token], (call) =>
    askAccount<api.StoredScan>(`/v1/shared/${encodeURIComponent(token)}`, call),
  )
  return (
    <main className="content">
      <Page
        title={scan.data ? `${wordsOf(scan.data.kind)} scan` : 'Shared scan'}
        lead={scan.data && `Shared by link. As answered ${timeText(scan.data.createdAt)}.`}
      >
        <Answered of={scan} what="shared scan">
          {(kept) => <KeptScan scan={kept} shared />}
        </Answered>
      </Page>
    </main>
  )
}

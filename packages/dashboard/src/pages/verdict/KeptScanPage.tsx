import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { wordsOf } from '../../ui/format.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Answered } from '../../ui/states.tsx'
import { KeptScan } from './KeptScan.tsx'

/** A scan as it was answered then. */
export default function KeptScanPage({ id }: { id: string }) {
  const scan = useAnswer(['kept-scan', id], (call) => client.scans.get(id, call), { staleMs: Number.POSITIVE_INFINITY })
  return (
    <Page
      title={scan.data ? `${wordsOf(scan.data.kind)} scan` : 'Kept scan'}
      lead={
        scan.data && (
          <>
            As answered <Moment at={scan.data.createdAt} />. Request {scan.data.requestId}.
          </>
        )
      }
    >
      <Answered of={scan} what="scan">
        {(kept) => <KeptScan scan={kept} requestId={kept.requestId} />}
      </Answered>
    </Page>
  )
}

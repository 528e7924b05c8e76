import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { useScanProgress } from '../../api/useScanProgress.ts'
import { Page } from '../../ui/Page.tsx'
import { Failure } from '../../ui/states.tsx'
import { Waiting } from '../verdict/Waiting.tsx'
import { TransactionVerdict } from './TransactionVerdict.tsx'

/** A transaction that was sent, by its hash on any network. */
export default function TransactionPage({ hash }: { hash: string }) {
  const [requestId, setRequestId] = useState<string | null>(null)
  const progress = useScanProgress()
  const scan = useAnswer(
    ['transaction', hash],
    async (call) =>
      client.scan.sentTransaction(
        hash,
        { trace: true },
        { ...call, requestId: await progress.start(), onMeta: (meta) => setRequestId(meta.requestId) },
      ),
    { staleMs: 300_000 },
  )
  return (
    <Page title="Transaction" lead={<span className="hex">{hash}</span>}>
      {scan.error ? (
        <Failure error={scan.error} onRetry={() => void scan.refetch()} />
      ) : scan.data === undefined ? (
        <Waiting what="the transaction" deadlineSeconds={10} facts={progress.facts} />
      ) : (
        <TransactionVerdict
          scan={scan.data}
          input={{ from: scan.data.transaction.from, to: scan.data.transaction.to }}
          chain={scan.data.transaction.chain}
          requestId={requestId}
        />
      )}
    </Page>
  )
}

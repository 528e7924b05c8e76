import { client } from '../../api/client.ts'
import { ScanAgain, ScannedPage } from '../verdict/ScannedPage.tsx'
import { useScan } from '../verdict/useScan.ts'
import { TransactionVerdict } from './TransactionVerdict.tsx'

/** A transaction that was sent, by its hash on any network. */
export default function TransactionPage({ hash }: { hash: string }) {
  const { asked, facts } = useScan(['transaction', hash], (call) =>
    client.scan.sentTransaction(hash, { trace: true }, call),
  )
  return (
    <ScannedPage
      title="Transaction"
      lead={<span className="hex">{hash}</span>}
      of={asked}
      facts={facts}
      what="the transaction"
      actions={<ScanAgain of={asked} />}
    >
      {(scan, requestId) => (
        <TransactionVerdict
          scan={scan}
          input={{ from: scan.transaction.from, to: scan.transaction.to }}
          chain={scan.transaction.chain}
          requestId={requestId}
        />
      )}
    </ScannedPage>
  )
}

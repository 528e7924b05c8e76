import { useState } from 'react'
import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { useScanProgress } from '../../api/useScanProgress.ts'
import type { Chain } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { Failure } from '../../ui/states.tsx'
import { Waiting } from '../verdict/Waiting.tsx'
import { ContractVerdict } from './ContractVerdict.tsx'

export default function ContractPage({ chain, address }: { chain: string; address: string }) {
  const [requestId, setRequestId] = useState<string | null>(null)
  const progress = useScanProgress()
  const scan = useAnswer(
    ['contract', chain, address],
    async (call) =>
      client.scan.contract(
        { address, chain: chain as Chain, options: { includeAbi: true } },
        { ...call, requestId: await progress.start(), onMeta: (meta) => setRequestId(meta.scanId ?? meta.requestId) },
      ),
    { staleMs: 300_000 },
  )
  return (
    <Page
      title="Contract"
      actions={
        <>
          <Link className="button" href={`/wallet/${chain}/${address}`}>
            As a wallet
          </Link>
          <button type="button" className="button" onClick={() => void scan.refetch()} disabled={scan.isFetching}>
            Scan again
          </button>
        </>
      }
    >
      {scan.error && <Failure error={scan.error} onRetry={() => void scan.refetch()} />}
      {scan.data === undefined ? (
        scan.error === null && <Waiting what="the contract" deadlineSeconds={10} facts={progress.facts} />
      ) : (
        <ContractVerdict scan={scan.data} requestId={requestId} />
      )}
    </Page>
  )
}

import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import type { Chain } from '../../ui/format.ts'
import { ScanAgain, ScannedPage } from '../verdict/ScannedPage.tsx'
import { useScan } from '../verdict/useScan.ts'
import { ContractVerdict } from './ContractVerdict.tsx'

export default function ContractPage({ chain, address }: { chain: string; address: string }) {
  const { asked, facts } = useScan(['contract', chain, address], (call) =>
    client.scan.contract({ address, chain: chain as Chain, options: { includeAbi: true } }, call),
  )
  return (
    <ScannedPage
      title="Contract"
      of={asked}
      facts={facts}
      what="the contract"
      actions={
        <>
          <Link className="button" href={`/wallet/${chain}/${address}`}>
            As a wallet
          </Link>
          <ScanAgain of={asked} />
        </>
      }
    >
      {(scan, requestId) => <ContractVerdict scan={scan} requestId={requestId} />}
    </ScannedPage>
  )
}

import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import type { Chain } from '../../ui/format.ts'
import { ScanAgain, ScannedPage } from '../verdict/ScannedPage.tsx'
import { useScan } from '../verdict/useScan.ts'
import { WalletVerdict } from './WalletVerdict.tsx'

export default function WalletPage({ chain, address }: { chain: string; address: string }) {
  const { asked, facts } = useScan(['wallet', chain, address], (call) =>
    client.scan.wallet(address, { chain: chain as Chain }, call),
  )
  return (
    <ScannedPage
      title="Wallet"
      of={asked}
      facts={facts}
      what="the wallet"
      actions={
        <>
          <Link className="button" href={`/contract/${chain}/${address}`}>
            As a contract
          </Link>
          <ScanAgain of={asked} />
        </>
      }
    >
      {(scan, requestId) => <WalletVerdict scan={scan} requestId={requestId} />}
    </ScannedPage>
  )
}

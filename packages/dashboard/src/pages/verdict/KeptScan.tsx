import type { api } from '@redoubt/client'
import { Json } from '../../ui/Json.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ContractVerdict } from '../contract/ContractVerdict.tsx'
import { MessageVerdict } from '../message/MessageVerdict.tsx'
import { SiteVerdict } from '../site/SiteVerdict.tsx'
import { TransactionVerdict } from '../transaction/TransactionVerdict.tsx'
import { WalletVerdict } from '../wallet/WalletVerdict.tsx'

type Scan = Pick<api.StoredScan, 'kind' | 'chain'> & { result: unknown; input: unknown }

/** The view of a kept scan by its kind. @param requestId null for a reader without a session, who can do nothing with it. */
export function KeptScan({ scan, requestId }: { scan: Scan; requestId: string | null }) {
  const { result, chain, input } = scan
  switch (scan.kind) {
    case 'transaction':
      return (
        <TransactionVerdict
          scan={result as api.TransactionScanResult}
          input={input as api.TransactionScanRequest}
          chain={chain}
          requestId={requestId}
        />
      )
    case 'contract':
      return <ContractVerdict scan={result as api.ContractScanResult} requestId={requestId} />
    case 'wallet':
      return <WalletVerdict scan={result as api.WalletScanResult} requestId={requestId} />
    case 'url':
      return <SiteVerdict scan={result as api.UrlScanResult} requestId={requestId} />
    case 'message':
      return <MessageVerdict scan={result as api.MessageScanResult} requestId={requestId} />
    default:
      return (
        <Panel title="Result">
          <Json value={result} what="result" />
        </Panel>
      )
  }
}

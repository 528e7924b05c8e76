import type { api } from '@redoubt/client'
import { Json } from '../../ui/Json.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ContractVerdict } from '../contract/ContractVerdict.tsx'
import { MessageVerdict } from '../message/MessageVerdict.tsx'
import { SiteVerdict } from '../site/SiteVerdict.tsx'
import { TransactionVerdict } from '../transaction/TransactionVerdict.tsx'
import { WalletVerdict } from '../wallet/WalletVerdict.tsx'

type Scan = Omit<api.StoredScan, 'result' | 'input'> & { result: unknown; input: unknown }

/** The view of a kept scan by its kind; `shared` is a reader without a session, for whom nothing can be done with it. */
export function KeptScan({ scan, shared = false }: { scan: Scan; shared?: boolean }) {
  const { result, chain, requestId, input } = scan
  const id = shared ? null : requestId
  switch (scan.kind) {
    case 'transaction':
      return (
        <TransactionVerdict
          scan={result as api.TransactionScanResult}
          input={input as api.TransactionScanRequest}
          chain={chain}
          requestId={id}
        />
      )
    case 'contract':
      return <ContractVerdict scan={result as api.ContractScanResult} requestId={id} />
    case 'wallet':
      return <WalletVerdict scan={result as api.WalletScanResult} requestId={id} />
    case 'url':
      return <SiteVerdict scan={result as api.UrlScanResult} requestId={id} />
    case 'message':
      return <MessageVerdict scan={result as api.MessageScanResult} requestId={id} />
    default:
      return (
        <Panel title="Result">
          <Json value={result} what="result" />
        </Panel>
      )
  }
}

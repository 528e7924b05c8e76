import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { chainName, dateText, percentText, wordsOf } from '../../ui/format.ts'
import { TransactionHash } from '../../ui/Hex.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Ternary } from '../../ui/Ternary.tsx'
import { Findings } from '../verdict/Findings.tsx'
import { ScanActions } from '../verdict/ScanActions.tsx'
import { Breakdown } from '../verdict/ScanFacts.tsx'
import { VerdictFrame, worstOf } from '../verdict/VerdictFrame.tsx'
import { Capabilities, OwnerSwitches, Privileged } from './Privileges.tsx'
import { SourceView } from './SourceView.tsx'
import { Holders, PoolFacts, TradeRuns } from './TradeView.tsx'

export function ContractVerdict({ scan, requestId }: { scan: api.ContractScanResult; requestId: string | null }) {
  const { address, chain, contractDetails: details, trade } = scan
  return (
    <VerdictFrame
      of={scan}
      summary={worstOf(scan.warnings, scan.complete, 'the contract')}
      subject={<Address address={address} label={details.name} full />}
      extra={[
        ['Network', chainName(chain)],
        ['Honeypot', <Ternary key="honeypot" value={scan.isHoneypot} badWhen />],
        ...(scan.threats.length > 0 ? ([['Threats', scan.threats.map(wordsOf).join(', ')]] as const) : []),
      ]}
      actions={<ScanActions requestId={requestId} entity={address} chain={chain} repeatable={scan} />}
      views={[
        {
          id: 'overview',
          title: 'Overview',
          body: () => (
            <div className="main-and-side">
              <div className="stack">
                <Findings findings={scan.warnings} chain={chain} />
                <Breakdown breakdown={scan.breakdown} />
              </div>
              <div className="stack">
                <Details scan={scan} />
                {scan.tokenSecurity !== null && <TokenFacts security={scan.tokenSecurity} />}
              </div>
            </div>
          ),
        },
        {
          id: 'trade',
          title: 'Trade',
          count: trade?.runs.length,
          body: () =>
            trade === null ? (
              <Panel title="Trade">
                <Empty title="Not traded">
                  The contract is no token with a market, or no pool could be found or made.
                </Empty>
              </Panel>
            ) : (
              <>
                <TradeRuns trade={trade} />
                <div className="columns">
                  <PoolFacts trade={trade} chain={chain} />
                  {scan.distribution !== null && <Holders distribution={scan.distribution} chain={chain} />}
                </div>
              </>
            ),
        },
        {
          id: 'privileges',
          title: 'Privileges',
          count: scan.privileged.length + scan.capabilities.length + scan.ownerSwitches.length,
          body: () => (
            <>
              <OwnerSwitches switches={scan.ownerSwitches} chain={chain} complete={scan.complete} />
              <Privileged accounts={scan.privileged} chain={chain} complete={scan.complete} />
              <Capabilities capabilities={scan.capabilities} chain={chain} complete={scan.complete} />
            </>
          ),
        },
        { id: 'source', title: 'Source', body: () => <SourceView scan={scan} /> },
      ]}
    />
  )
}

function Details({ scan: { contractDetails: details, chain, proxy } }: { scan: api.ContractScanResult }) {
  return (
    <Panel title="Contract">
      <Facts
        rows={[
          ['Name', <Name key="name" text={`${details.name}${details.symbol ? ` (${details.symbol})` : ''}`} />],
          ['Kind', details.kind === null ? 'unknown' : wordsOf(details.kind)],
          ['Standard', details.standard?.toUpperCase() ?? 'none recognised'],
          ['Published source', <Ternary key="verified" value={details.verified} badWhen={false} />],
          ['Created', details.createdAt === null ? 'unknown' : dateText(details.createdAt)],
          [
            'Creator',
            details.creator === null ? 'unknown' : <Address key="by" address={details.creator} chain={chain} />,
          ],
          details.creationTransaction !== null && [
            'Creation',
            <TransactionHash key="tx" hash={details.creationTransaction} />,
          ],
          proxy !== null && ['Proxy', wordsOf(proxy.kind)],
          proxy !== null && [
            'Implementation',
            <span key="impl" className="row">
              {proxy.implementations.map((implementation) => (
                <Address key={implementation} address={implementation} chain={chain} />
              ))}
            </span>,
          ],
          proxy !== null && ['Upgradeable', <Ternary key="up" value={proxy.upgradeable} badWhen />],
          proxy?.admin
            ? [
                'Proxy admin',
                <Address key="admin" address={proxy.admin.address} chain={chain} label={proxy.admin.label} />,
              ]
            : null,
        ]}
      />
    </Panel>
  )
}

function TokenFacts({ security }: { security: api.TokenSecurity }) {
  return (
    <Panel title="Token">
      <Facts
        rows={[
          ['Buy tax', percentText(security.buyTax)],
          ['Sell tax', percentText(security.sellTax)],
          ['Transfer tax', percentText(security.transferTax)],
          ['Mintable', <Ternary key="mint" value={security.isMintable} badWhen />],
          ['Blacklist', <Ternary key="blacklist" value={security.canBlacklist} badWhen />],
          ['Pause', <Ternary key="pause" value={security.canPause} badWhen />],
          ['Ownership renounced', <Ternary key="renounced" value={security.ownershipRenounced} badWhen={false} />],
          ['Hidden owner', <Ternary key="hidden" value={security.hiddenOwner} badWhen />],
        ]}
      />
    </Panel>
  )
}

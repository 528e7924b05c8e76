import type { api } from '@redoubt/client'
import { Suspense } from 'react'
import { Address } from '../../ui/Address.tsx'
import {
  amountText,
  chainName,
  coinOf,
  countText,
  dateText,
  durationText,
  usdText,
  weiText,
  wordsOf,
} from '../../ui/format.ts'
import { TransactionHash } from '../../ui/Hex.tsx'
import { Level } from '../../ui/Level.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { ApprovalsView } from '../approvals/ApprovalsView.tsx'
import { Findings } from '../verdict/Findings.tsx'
import { ScanActions } from '../verdict/ScanActions.tsx'
import { Breakdown } from '../verdict/ScanFacts.tsx'
import { VerdictFrame, worstOf } from '../verdict/VerdictFrame.tsx'
import { HoldingsView } from './HoldingsView.tsx'
import { Similar } from './Similar.tsx'

const Graph = lazyPart(() => import('./AssociationGraph.tsx'))
const DAY_SECONDS = 86_400

export function WalletVerdict({ scan, requestId }: { scan: api.WalletScanResult; requestId: string | null }) {
  const { address, chain } = scan
  return (
    <VerdictFrame
      of={scan}
      summary={summaryOf(scan)}
      subject={<Address address={address} label={scan.labelSources[0]?.name ?? null} full />}
      extra={[
        ['Network', chainName(chain)],
        ['Account', scan.accountType === null ? 'unknown' : wordsOf(scan.accountType)],
        ...(scan.labels.length > 0 ? ([['Labels', scan.labels.map(wordsOf).join(', ')]] as const) : []),
      ]}
      actions={<ScanActions requestId={requestId} entity={address} chain={chain} />}
      views={[
        {
          id: 'overview',
          title: 'Overview',
          body: () => (
            <div className="main-and-side">
              <div className="stack">
                <Similar address={address} chain={chain} />
                <Findings findings={scan.riskFactors} chain={chain} />
                <SubScores scan={scan} />
                <Breakdown breakdown={scan.breakdown} />
              </div>
              <div className="stack">
                <Profile scan={scan} />
                <Labels scan={scan} />
              </div>
            </div>
          ),
        },
        {
          id: 'associations',
          title: 'Associations',
          count: scan.counterparties.length,
          body: () => (
            <>
              <Panel title="Association graph" note="Colour of the ring: risk of the address">
                <Suspense fallback={<Loading what="graph" />}>
                  <Graph scan={scan} />
                </Suspense>
              </Panel>
              <Exposures scan={scan} />
              <Counterparties scan={scan} />
            </>
          ),
        },
        { id: 'funding', title: 'Funding', count: scan.fundingChain.length, body: () => <Funding scan={scan} /> },
        { id: 'holdings', title: 'Holdings', body: () => <HoldingsView address={address} chain={chain} /> },
        { id: 'approvals', title: 'Approvals', body: () => <ApprovalsView address={address} chain={chain} /> },
      ]}
    />
  )
}

function summaryOf({ riskFactors, profile, complete }: api.WalletScanResult): string {
  const worst = worstOf(
    riskFactors.filter(({ impact }) => impact > 0),
    complete,
    'the wallet',
  )
  const age = profile.age === null ? 'of unknown age' : `${durationText(profile.age * DAY_SECONDS)} old`
  const sent =
    profile.transactionCount === null
      ? 'an unknown number of transactions'
      : countText(profile.transactionCount, 'transaction')
  return `${worst} The wallet is ${age} and sent ${sent}.`
}

function Profile({ scan }: { scan: api.WalletScanResult }) {
  const { profile, walletContract: contract, chain } = scan
  return (
    <Panel title="Account">
      <Facts
        rows={[
          ['Age', profile.age === null ? 'unknown' : durationText(profile.age * DAY_SECONDS)],
          [
            'Transactions sent',
            profile.transactionCount === null ? 'unknown' : amountText(String(profile.transactionCount)),
          ],
          ['First seen', profile.firstSeen === null ? 'unknown' : dateText(profile.firstSeen)],
          ['Last seen', <Moment key="last" at={profile.lastSeen} none="unknown" />],
          ['History from', scan.historySource === null ? 'no source' : wordsOf(scan.historySource)],
          contract !== null && ['Wallet contract', wordsOf(contract.type)],
          contract?.type === 'safe' ? ['Owners', `${contract.threshold} of ${contract.owners.length} sign`] : null,
          contract?.type === 'safe'
            ? [
                'Owner addresses',
                <span key="owners" className="row">
                  {contract.owners.map((owner) => (
                    <Address key={owner} address={owner} chain={chain} />
                  ))}
                </span>,
              ]
            : null,
          contract?.type === 'delegated'
            ? [
                'Delegate',
                <Address key="delegate" address={contract.delegate} chain={chain} label={contract.delegateLabel} />,
              ]
            : null,
        ]}
      />
    </Panel>
  )
}

function Labels({ scan: { labelSources } }: { scan: api.WalletScanResult }) {
  return (
    <Panel title="Labels">
      {labelSources.length === 0 ? (
        <p className="muted">On no list that is loaded.</p>
      ) : (
        <Facts
          rows={labelSources.map(({ name, category, source, confidence }) => [
            wordsOf(category),
            <span key={name + source}>
              <Name text={name} />{' '}
              <span className="muted">
                by {source}, {confidence} confidence
              </span>
            </span>,
          ])}
        />
      )}
    </Panel>
  )
}

function SubScores({ scan: { subScores, weightedScore } }: { scan: api.WalletScanResult }) {
  return (
    <Panel title="Weighted score" note={`${weightedScore} of 100`} flush>
      <Table
        label="Parts of the weighted score"
        rows={Object.entries(subScores)}
        keyOf={([name]) => name}
        columns={[
          { title: 'Part', cell: ([name]) => wordsOf(name) },
          { title: 'Score', numeric: true, cell: ([, { score, known }]) => (known ? `${score} / 100` : 'unknown') },
          { title: 'Weight', numeric: true, cell: ([, { weight }]) => `${weight} %` },
          { title: 'Reason', cell: ([, { reason }]) => <Name text={reason} max={200} /> },
        ]}
      />
    </Panel>
  )
}

function Exposures({ scan: { exposures, chain } }: { scan: api.WalletScanResult }) {
  if (exposures.length === 0) return null
  return (
    <Panel title="Exposure to flagged addresses" note={String(exposures.length)} flush>
      <Table
        label="Exposure to flagged addresses"
        rows={exposures}
        keyOf={({ address, direction, hops }) => address + direction + hops}
        toneOf={() => 'bad'}
        columns={[
          { title: 'Address', cell: ({ address }) => <Address address={address} chain={chain} /> },
          { title: 'Kind', cell: ({ kind }) => <Level level="critical" text={wordsOf(kind)} /> },
          { title: 'Direction', cell: ({ direction, hops }) => `${wordsOf(direction)}, ${countText(hops, 'hop')}` },
          {
            title: 'Share',
            numeric: true,
            cell: ({ share }) => (share === null ? 'unknown' : `${Math.round(share * 100)} %`),
          },
          { title: 'Value', numeric: true, cell: ({ usd }) => usdText(usd) },
          { title: 'Said by', cell: ({ said }) => said.join(', ') },
        ]}
      />
    </Panel>
  )
}

function Counterparties({ scan: { counterparties, chain } }: { scan: api.WalletScanResult }) {
  return (
    <Panel title="Counterparties" note={String(counterparties.length)} flush>
      {counterparties.length === 0 ? (
        <Empty title="No counterparty is known">Without a source of history, only labels and code are examined.</Empty>
      ) : (
        <Table
          label="Counterparties"
          rows={counterparties}
          keyOf={({ address, relation }, index) => address + relation + index}
          columns={[
            {
              title: 'Address',
              cell: ({ address, label }) => <Address address={address} chain={chain} label={label} />,
            },
            { title: 'Relation', cell: ({ relation }) => wordsOf(relation) },
            { title: 'Times', numeric: true, cell: ({ count }) => amountText(String(count)) },
            { title: 'Last seen', cell: ({ lastSeen }) => <Moment at={lastSeen} none="unknown" /> },
            { title: 'Risk', cell: ({ riskLevel }) => <Level level={riskLevel} /> },
          ]}
        />
      )}
    </Panel>
  )
}

function Funding({ scan: { fundingChain, address, chain } }: { scan: api.WalletScanResult }) {
  return (
    <Panel title="Funding trail" note="Where the first money came from, step by step">
      {fundingChain.length === 0 ? (
        <Empty title="The first funding is unknown">No source of history reached it.</Empty>
      ) : (
        <ol className="trail">
          <li>
            <Address address={address} chain={chain} />
            <span className="muted">This wallet</span>
          </li>
          {fundingChain.map((step) => (
            <li key={step.hop + step.address}>
              <Address address={step.address} chain={chain} label={step.label} />
              <span className="muted">
                {step.value === null
                  ? 'funded it with an unknown amount'
                  : `funded it with ${amountText(weiText(step.value))} ${coinOf(chain)}`}
                {step.blockNumber !== null && ` in block ${amountText(step.blockNumber)}`}
              </span>
              {step.transactionHash !== null && <TransactionHash hash={step.transactionHash} />}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

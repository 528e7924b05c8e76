import type { api } from '@redoubt/client'
import type { ReactNode } from 'react'
import { Address } from '../../ui/Address.tsx'
import { amountText, chainName, coinOf, gasText, weiText, wordsOf } from '../../ui/format.ts'
import { Digest, TransactionHash } from '../../ui/Hex.tsx'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Findings } from '../verdict/Findings.tsx'
import { ScanActions } from '../verdict/ScanActions.tsx'
import { VerdictFrame } from '../verdict/VerdictFrame.tsx'
import { ApprovalTable } from './ApprovalTable.tsx'
import { AskAgain } from './AskAgain.tsx'
import { BalanceSheet } from './BalanceSheet.tsx'
import { CallTree } from './CallTree.tsx'
import { Environments } from './Environments.tsx'
import { PolicyPanel } from './PolicyPanel.tsx'
import { ProtectView } from './ProtectView.tsx'
import { TraceView } from './TraceView.tsx'
import { ValidityView } from './ValidityView.tsx'

type Props = {
  scan: api.TransactionScanResult & { transaction?: api.SentTransaction }
  /** As it was asked; of a sent transaction what the chain says. */
  input: api.TransactionScanRequest
  chain: string
  requestId: string | null
}

export function TransactionVerdict({ scan, input, chain, requestId }: Props) {
  const { simulation, decoded, transaction, protect } = scan
  const from = transaction?.from ?? input.from ?? input.userOperation?.sender
  const to = transaction === undefined ? (input.to ?? null) : transaction.to
  const validity = simulation?.validity ?? null
  const unsent = transaction === undefined ? input : null
  return (
    <VerdictFrame
      request={input}
      of={scan}
      subject={
        <span className="row">
          {from !== undefined && <Address address={from} chain={chain} />}
          <span className="muted">{to === null ? 'creates a contract' : 'to'}</span>
          {to !== null && <Address address={to} chain={chain} label={decoded.contractName} />}
        </span>
      }
      extra={[
        ['Network', chainName(chain)],
        ['Function', <Name key="f" text={decoded.functionName} max={60} />],
        ...(decoded.interpolatedIntent === null
          ? []
          : [['Intent', <Name key="i" text={decoded.interpolatedIntent} max={200} />] as [string, ReactNode]]),
      ]}
      actions={
        <ScanActions
          requestId={requestId}
          entity={transaction?.hash ?? to}
          chain={chain}
          report={false}
          unnamed={transaction === undefined}
          repeatable={transaction === undefined ? scan : null}
        />
      }
      views={[
        {
          id: 'overview',
          title: 'Overview',
          body: () => (
            <div className="main-and-side">
              <div className="stack">
                {scan.policy !== undefined && <PolicyPanel decision={scan.policy} />}
                {simulation !== null && (
                  <>
                    <BalanceSheet changes={simulation.balanceChanges} owner={from} chain={chain} />
                    <ApprovalTable changes={simulation.approvalChanges} chain={chain} />
                  </>
                )}
                <Findings findings={scan.warnings} chain={chain} />
              </div>
              <div className="stack">
                <Execution simulation={simulation} transaction={transaction} input={input} chain={chain} />
                {scan.nextFork && <ForkFacts fork={scan.nextFork} />}
                {unsent !== null && <Digests digests={scan.digests} />}
                {scan.explanation && <Steps details={scan.explanation.details} />}
                {scan.origin !== null && <OriginFacts origin={scan.origin} />}
              </div>
            </div>
          ),
        },
        {
          id: 'calls',
          title: 'Calls',
          count: scan.trace ? scan.trace.calls.length + scan.trace.leftOut : decoded.calls.length + 1,
          body: () => (
            <>
              <CallTree decoded={decoded} to={to} chain={chain} results={simulation?.calls ?? null} />
              {scan.trace ? (
                <TraceView trace={scan.trace} chain={chain} />
              ) : scan.trace === null ? (
                <Panel title="Executed calls">
                  <Empty title="The call tree is not known">It was too large, or nothing was executed.</Empty>
                </Panel>
              ) : (
                <AskAgain
                  title="Executed calls"
                  missing="This scan was made without its call tree"
                  action="Scan again with the call tree"
                  input={unsent}
                  view="calls"
                />
              )}
            </>
          ),
        },
        simulation !== null && {
          id: 'environments',
          title: 'Environments',
          count: simulation.environments.length,
          body: () => <Environments simulation={simulation} />,
        },
        validity !== null && {
          id: 'validity',
          title: 'Validity',
          count: validity.openSlots.length + validity.openAccounts.length,
          body: () => <ValidityView validity={validity} chain={chain} />,
        },
        (protect !== undefined || unsent !== null) && {
          id: 'protection',
          title: 'Protection',
          body: () =>
            protect !== undefined ? (
              <ProtectView protect={protect} chain={chain} />
            ) : (
              <AskAgain
                title="Protected form"
                missing="The same calls, closed by an assertion: everything reverts where the outcome is worse than simulated"
                action="Make the protected form"
                input={unsent}
                options={{ protect: true }}
                view="protection"
              />
            ),
        },
      ]}
    />
  )
}

function Execution({
  simulation,
  transaction,
  input,
  chain,
}: {
  simulation: api.Simulation | null
  transaction: api.SentTransaction | undefined
  input: api.TransactionScanRequest
  chain: string
}) {
  return (
    <Panel title={transaction === undefined ? 'Simulated execution' : 'Sent transaction'}>
      <Facts
        rows={[
          transaction !== undefined && ['Hash', <TransactionHash key="hash" hash={transaction.hash} />],
          transaction !== undefined && ['Status', wordsOf(transaction.status)],
          [
            'Outcome',
            simulation === null ? (
              'Not simulated'
            ) : (
              <Level key="outcome" level={simulation.success ? 'safe' : 'high'} text={wordsOf(simulation.outcome)} />
            ),
          ],
          simulation?.revertReason ? ['Reason', <Name key="reason" text={simulation.revertReason} max={200} />] : null,
          ['Gas', gasText(simulation?.gasUsed ?? transaction?.gasUsed)],
          ['Value sent', input.value ? `${amountText(weiText(input.value))} ${coinOf(chain)}` : `0 ${coinOf(chain)}`],
          simulation?.created ? ['Created contract', <Address key="created" address={simulation.created} />] : null,
          simulation?.toppedUp ? ['Balance', 'Raised for the simulation: the sender could not pay for it'] : null,
          simulation?.truncated ? ['Cut', 'The execution was too long to read whole'] : null,
        ]}
      />
    </Panel>
  )
}

/** What changes under the rules of the next fork. */
function ForkFacts({ fork }: { fork: api.NextFork }) {
  const { current, next, execution, changes, notExecuted } = fork
  const outcome =
    execution === null
      ? 'Not executed: the engine does not have its rules'
      : `${execution.success ? 'Succeeds' : 'Fails'}, ${execution.sameOutcome ? 'with the same outcome' : 'with another outcome'}`
  return (
    <Panel title={`Next fork: ${next}`} note={`now ${current}`}>
      <Facts
        rows={[
          ['Outcome', outcome],
          ...changes.map(({ rule, kind, count }): [string, string] => [rule, `${wordsOf(kind)}: ${count}`]),
          notExecuted.length > 0 && ['Rules not executed', notExecuted.join(', ')],
        ]}
      />
    </Panel>
  )
}

/** Under the term of ERC-8213, as hardware wallets name it. */
function Digests({ digests }: { digests: api.CalldataDigests }) {
  const shown = [digests.calldataDigest, ...(digests.calls ?? [])]
  const rows = shown.flatMap((digest, at): [string, ReactNode][] => {
    if (digest === null) return []
    const title = at === 0 ? 'Calldata Digest' : `Calldata Digest, call ${at}`
    return [[title, <Digest key={title} text={digest} what="calldata digest" />]]
  })
  if (rows.length === 0) return null
  return (
    <Panel title="Compare on the hardware wallet">
      <Facts rows={[...rows, ['Not covered', 'Recipient, value and network: compare these as well']]} />
    </Panel>
  )
}

/** The numbered steps of the explanation, one a line. */
function Steps({ details }: { details: string }) {
  const steps = details.split(/(?:^|\s)\d+\. (?=\S)/).filter((step) => step !== '')
  if (steps.length === 0) return null
  return (
    <Panel title="Step by step">
      <ol className="steps">
        {steps.map((step) => (
          <li key={step}>
            <Name text={step} max={300} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function OriginFacts({ origin }: { origin: api.Origin }) {
  return (
    <Panel title="Asked by">
      <Facts
        rows={[
          ['Site', <Name key="host" text={origin.host} />],
          ['Listed', origin.listed.length === 0 ? 'On no list' : origin.listed.map(({ label }) => label).join(', ')],
          ['Official site of', origin.official ?? 'no known brand'],
        ]}
      />
    </Panel>
  )
}

import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { chainName, timeText, wordsOf } from '../../ui/format.ts'
import { Digest, Hex } from '../../ui/Hex.tsx'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { ApprovalTable } from '../transaction/ApprovalTable.tsx'
import { BalanceSheet } from '../transaction/BalanceSheet.tsx'
import { Findings } from '../verdict/Findings.tsx'
import { ScanActions } from '../verdict/ScanActions.tsx'
import { VerdictFrame } from '../verdict/VerdictFrame.tsx'

export function MessageVerdict({ scan, requestId }: { scan: api.MessageScanResult; requestId: string | null }) {
  const { message, intents, simulation, chain } = scan
  return (
    <VerdictFrame
      of={scan}
      subject={
        <span className="row">
          <span className="muted">Signed by</span> <Address address={scan.address} chain={chain} />
        </span>
      }
      extra={[
        ['Network', chainName(chain)],
        ['Method', message.method],
      ]}
      actions={
        <ScanActions requestId={requestId} entity={null} chain={chain} report={false} unnamed repeatable={scan} />
      }
      views={[
        {
          id: 'overview',
          title: 'Overview',
          body: () => (
            <div className="main-and-side">
              <div className="stack">
                <Intents intents={intents} chain={chain} />
                {simulation !== null && (
                  <>
                    <BalanceSheet
                      changes={simulation.balanceChanges}
                      owner={scan.address}
                      chain={chain}
                      title="Worst case: assets of the signer"
                    />
                    <ApprovalTable changes={simulation.approvalChanges} chain={chain} />
                  </>
                )}
                <Findings findings={scan.warnings} chain={chain} />
              </div>
              <div className="stack">
                <MessageFacts message={message} chain={chain} />
                {message.digests !== null && <Digests digests={message.digests} />}
              </div>
            </div>
          ),
        },
        {
          id: 'message',
          title: 'Message',
          count: message.parameters.length || undefined,
          body: () => <MessageText message={message} chain={chain} />,
        },
        simulation !== null && {
          id: 'executions',
          title: 'Worst-case executions',
          count: simulation.steps.length,
          body: () => <Executions simulation={simulation} chain={chain} />,
        },
      ]}
    />
  )
}

function Intents({ intents, chain }: { intents: readonly api.SignedIntent[]; chain: string }) {
  if (intents.length === 0)
    return (
      <Panel title="What the signature allows">
        <Empty title="Nothing that is known moves assets" />
      </Panel>
    )
  return intents.map((intent, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: intents have no ids, and their order is fixed.
    <Panel key={index} title={`What the signature allows: ${wordsOf(intent.kind)}`} note={intent.protocol ?? undefined}>
      <Facts
        rows={[
          intent.by !== null && [
            'Who may use it',
            <Address key="by" address={intent.by} chain={chain} label={intent.byLabel} />,
          ],
          intent.verifier !== null && [
            'Checked by',
            <Address key="verifier" address={intent.verifier} chain={chain} />,
          ],
          ['Takes', intent.takes.length === 0 ? 'nothing' : <Descriptions key="takes" rows={intent.takes} />],
          ['Gives', intent.returns.length === 0 ? 'nothing' : <Descriptions key="gives" rows={intent.returns} />],
          ['Valid until', intent.until === null ? 'no end' : momentText(intent.until)],
          intent.deadline !== null && ['To be used until', momentText(intent.deadline)],
          intent.notes.length > 0 && ['Notes', <Name key="notes" text={intent.notes.join(' ')} max={400} />],
        ]}
      />
    </Panel>
  ))
}

/** A time as messages hold it: Unix seconds, or ISO 8601. */
function momentText(at: string): string {
  if (/^\d{9,11}$/.test(at)) return timeText(new Date(Number(at) * 1000).toISOString())
  return Number.isNaN(Date.parse(at)) ? at : timeText(at)
}

function Descriptions({ rows }: { rows: readonly { description: string; unlimited: boolean }[] }) {
  return (
    <ul className="evidence-list">
      {rows.map(({ description, unlimited }) => (
        <li key={description}>
          <Name text={description} max={200} /> {unlimited && <Level level="high" text="Unlimited" />}
        </li>
      ))}
    </ul>
  )
}

function MessageFacts({ message, chain }: { message: api.SignedMessage; chain: string }) {
  const { domain } = message
  return (
    <Panel title="Signed data">
      <Facts
        rows={[
          ['Type', wordsOf(message.type)],
          message.primaryType !== null && ['Primary type', <Name key="primary" text={message.primaryType} />],
          domain?.name ? ['Domain', <Name key="domain" text={`${domain.name} ${domain.version ?? ''}`} />] : null,
          domain?.verifyingContract
            ? ['Verifying contract', <Address key="verifying" address={domain.verifyingContract} chain={chain} />]
            : null,
          domain?.chainId ? ['Chain id', domain.chainId] : null,
          message.digests === null &&
            message.digest !== null && ['Digest', <Hex key="digest" text={message.digest} what="digest" />],
          message.undeclared.length > 0 && [
            'Not part of the type',
            <Level key="undeclared" level="high" text={message.undeclared.join(', ')} />,
          ],
        ]}
      />
    </Panel>
  )
}

/** Under the terms of ERC-8213, as hardware wallets name them. */
function Digests({ digests }: { digests: api.MessageDigests }) {
  return (
    <Panel title="Compare on the hardware wallet">
      <Facts
        rows={[
          ['EIP-712 Digest', <Digest key="digest" text={digests.eip712Digest} what="EIP-712 digest" />],
          ['Domain Hash', <Digest key="domain" text={digests.domainHash} what="domain hash" />],
          digests.messageHash !== null && [
            'Message Hash',
            <Digest key="message" text={digests.messageHash} what="message hash" />,
          ],
        ]}
      />
    </Panel>
  )
}

/** Rows that a person may look through. */
const MAX_PARAMETERS = 256

function MessageText({ message, chain }: { message: api.SignedMessage; chain: string }) {
  return (
    <>
      {message.text !== null && (
        <Panel title="Text">
          <p className="prose">
            <Name text={message.text} max={4_000} />
          </p>
        </Panel>
      )}
      <Panel title="Parameters" note={String(message.parameters.length)} flush>
        {message.parameters.length === 0 ? (
          <Empty title="No parameters" />
        ) : (
          <Table
            label="Parameters"
            rows={message.parameters.slice(0, MAX_PARAMETERS)}
            keyOf={({ name }, index) => name + index}
            columns={[
              { title: 'Name', cell: ({ name }) => <Name text={name} /> },
              {
                title: 'Type',
                cell: ({ type }) => (
                  <code>
                    <Name text={type} />
                  </code>
                ),
              },
              {
                title: 'Value',
                cell: ({ value }) =>
                  /^0x[0-9a-f]{40}$/i.test(value) ? (
                    <Address address={value} chain={chain} />
                  ) : (
                    <span className="hex">
                      <Name text={value} max={300} />
                    </span>
                  ),
              },
            ]}
          />
        )}
        {message.parameters.length > MAX_PARAMETERS && (
          <p className="muted">
            {message.parameters.length - MAX_PARAMETERS} more are not shown here; the API returns all.
          </p>
        )}
      </Panel>
    </>
  )
}

function Executions({ simulation, chain }: { simulation: api.WorstCaseExecutions; chain: string }) {
  const rest = [
    ...simulation.notRun.map(({ reason }) => ({ state: 'Not run', reason })),
    ...simulation.worthless.map(({ reason }) => ({ state: 'Worthless', reason })),
    ...simulation.heldBack.map(({ reason }) => ({ state: 'Held back', reason })),
  ]
  return (
    <>
      <Panel title="What someone with the signature could do" flush>
        {simulation.steps.length === 0 ? (
          <Empty title="Nothing was executed" />
        ) : (
          <Table
            label="Worst-case executions"
            rows={simulation.steps}
            keyOf={(_row, index) => String(index)}
            columns={[
              { title: 'From', cell: ({ from }) => <Address address={from} chain={chain} /> },
              {
                title: 'To',
                cell: ({ to }) => (to === null ? 'new contract' : <Address address={to} chain={chain} />),
              },
              {
                title: 'Function',
                cell: ({ function: name }) => (
                  <code>
                    <Name text={name} max={100} />
                  </code>
                ),
              },
              { title: 'Why', cell: ({ why }) => <Name text={why} max={200} /> },
              {
                title: 'Result',
                cell: ({ success, revertReason }) =>
                  success ? (
                    <Level level="high" text="Succeeded" />
                  ) : (
                    <Level level="plain" text={`Reverted${revertReason ? `: ${revertReason}` : ''}`} />
                  ),
              },
            ]}
          />
        )}
      </Panel>
      {rest.length > 0 && (
        <Panel title="Not counted" flush>
          <Table
            label="Not counted"
            rows={rest}
            keyOf={({ reason }, index) => reason + index}
            columns={[
              { title: 'State', cell: ({ state }) => state },
              { title: 'Reason', cell: ({ reason }) => <Name text={reason} max={300} /> },
            ]}
          />
        </Panel>
      )}
    </>
  )
}

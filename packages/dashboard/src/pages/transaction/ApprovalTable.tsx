import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { amountText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Table } from '../../ui/Table.tsx'

/** Who may spend what afterwards. */
export function ApprovalTable({ changes, chain }: { changes: readonly api.ApprovalChange[]; chain: string }) {
  if (changes.length === 0) return null
  return (
    <Panel title="Approvals changed" note={String(changes.length)} flush>
      <Table
        label="Approvals changed"
        rows={changes}
        keyOf={({ token, spender, owner }, index) => `${token}${spender}${owner}${index}`}
        toneOf={({ riskLevel }) => (riskLevel === 'critical' ? 'bad' : riskLevel === 'high' ? 'warn' : undefined)}
        columns={[
          { title: 'Token', cell: ({ token, symbol }) => <Address address={token} chain={chain} label={symbol} /> },
          {
            title: 'Spender',
            cell: ({ spender, spenderLabel }) => <Address address={spender} chain={chain} label={spenderLabel} />,
          },
          { title: 'Before', numeric: true, cell: ({ before }) => (before === null ? 'unknown' : amountText(before)) },
          {
            title: 'After',
            numeric: true,
            cell: ({ after, symbol, unlimited }) => (
              <strong>
                {unlimited ? 'Unlimited' : amountText(after)} <Name text={symbol} max={20} />
              </strong>
            ),
          },
          { title: 'Risk of the spender', cell: ({ riskLevel }) => <Level level={riskLevel} /> },
        ]}
      />
    </Panel>
  )
}

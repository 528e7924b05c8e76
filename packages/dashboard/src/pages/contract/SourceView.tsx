import type { api } from '@redoubt/client'
import { Json } from '../../ui/Json.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

type Item = {
  type?: string
  name?: string
  selector?: string
  stateMutability?: string
  inputs?: { name?: string; type?: string }[]
}

/** Where the source is published, and the functions: from it, or recovered from bytecode. */
export function SourceView({ scan: { abi, contractDetails: details } }: { scan: api.ContractScanResult }) {
  return (
    <>
      <Panel title="Published source">
        <Facts
          rows={[
            ['Verified', details.verified === null ? 'unknown: no explorer answered' : details.verified ? 'Yes' : 'No'],
            ['By', details.verifiedBy ?? 'nobody'],
            ['Compiler', details.compiler ?? 'unknown'],
          ]}
        />
      </Panel>
      {!abi ? (
        <Panel title="Functions">
          <Empty title="No functions are known" />
        </Panel>
      ) : (
        <>
          <Panel
            title="Functions"
            note={abi.source === 'verified' ? 'From the published source' : 'Recovered from bytecode'}
            flush
          >
            <Table
              label="Functions"
              rows={(abi.items as Item[]).filter(({ type }) => type === 'function')}
              keyOf={({ name }, index) => `${name}${index}`}
              columns={[
                {
                  title: 'Function',
                  cell: ({ name, selector = 'unnamed' }) =>
                    name ? (
                      <code>
                        <Name text={name} />
                      </code>
                    ) : (
                      <code className="muted">{selector}</code>
                    ),
                },
                {
                  title: 'Parameters',
                  cell: ({ inputs = [] }) => (
                    <code>
                      <Name
                        text={inputs.map(({ type, name }) => `${type} ${name ?? ''}`.trim()).join(', ') || 'none'}
                        max={300}
                      />
                    </code>
                  ),
                },
                {
                  title: 'Changes state',
                  cell: ({ stateMutability }) => (/^(view|pure)$/.test(stateMutability ?? '') ? 'No' : 'Yes'),
                },
              ]}
            />
          </Panel>
          <Panel title="ABI">
            <Json value={abi.items} what="ABI" />
          </Panel>
        </>
      )}
    </>
  )
}

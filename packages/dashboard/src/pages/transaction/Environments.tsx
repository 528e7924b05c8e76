import type { api } from '@redoubt/client'
import { gasText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

/** The same transaction under other conditions: a contract that looks at who builds the block shows itself here. */
export function Environments({ simulation }: { simulation: api.Simulation }) {
  const { environments, environmentCost, environmentBranches } = simulation
  return (
    <Panel
      title="Environments compared"
      note={`${environmentCost.runs} runs, ${gasText(environmentCost.gasUsed)}`}
      flush
    >
      {environments.length === 0 ? (
        <Empty title="No other environment was needed.">
          {environmentCost.leftOut.map(({ name, reason }) => `${wordsOf(name)}: ${wordsOf(reason)}`).join('. ')}
        </Empty>
      ) : (
        <Table
          label="Environments"
          rows={environments}
          keyOf={({ name }) => name}
          toneOf={({ newLoss, worse }) => (newLoss ? 'bad' : worse ? 'warn' : undefined)}
          columns={[
            { title: 'Environment', cell: ({ name }) => wordsOf(name) },
            { title: 'What differs', cell: ({ varies }) => varies.map(wordsOf).join(', ') },
            { title: 'Outcome', cell: (row) => <Outcome of={row} /> },
            { title: 'Executed', cell: ({ success }) => (success ? 'Succeeded' : 'Reverted') },
            { title: 'Gas', numeric: true, cell: ({ gasUsed }) => gasText(gasUsed) },
          ]}
        />
      )}
      {environmentBranches?.some(({ tried }) => !tried) && (
        <p className="sheet-total">
          Not executed:{' '}
          {environmentBranches
            .filter(({ tried }) => !tried)
            .map(({ contract, opcodes }) => `branches of ${contract} on ${opcodes.join(', ')}`)
            .map((text) => (
              <Name key={text} text={text} max={200} />
            ))}
        </p>
      )}
    </Panel>
  )
}

function Outcome({ of: { sameOutcome, newLoss, worse, better } }: { of: api.Environment }) {
  if (newLoss) return <Level level="critical" text="New loss" />
  if (worse) return <Level level="high" text="Worse" />
  if (better) return <Level level="low" text="Better" />
  if (sameOutcome === null) return <Level level={null} />
  return sameOutcome ? <Level level="safe" text="Same" /> : <Level level="medium" text="Different" />
}

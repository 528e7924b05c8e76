import type { api } from '@redoubt/client'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Failure } from '../../ui/states.tsx'
import { optionsOf } from './requestOf.ts'
import type { useNewScan } from './useNewScan.ts'

/** Transactions of the sandbox, each one click away from its verdict: the way in for a newcomer. */
export function SandboxScenarios({ scan }: { scan: ReturnType<typeof useNewScan> }) {
  const known = useAnswer(['sandbox-scenarios'], (call) => client.sandboxScenarios(call), {
    staleMs: Number.POSITIVE_INFINITY,
  })
  if (known.error !== null) return <Failure error={known.error} onRetry={() => void known.refetch()} />
  if (known.data === undefined) return null
  const start = ({ request }: api.SandboxScenario) =>
    scan.mutate({ kind: 'transaction', body: { ...request, options: optionsOf() }, asks: [], missing: [] })
  return (
    <Panel title="Try one" note="Six transactions of the sandbox. Choose what you are asked to sign.">
      <ul className="cards">
        {known.data.scenarios.map((scenario) => (
          <li key={scenario.id}>
            <button type="button" className="card" disabled={scan.isPending} onClick={() => start(scenario)}>
              <strong>{scenario.title}</strong>
              <span className="muted">{scenario.shows}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

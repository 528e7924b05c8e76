import { useQueryClient } from '@tanstack/react-query'
import { currentEnvironment, type Environment, setEnvironment } from '../api/client.ts'
import { useSession } from '../api/session.ts'

const TITLES: Record<Environment, string> = { live: 'Live', test: 'Test' }

/** Live or test. Everything on the page belongs to one of them, so the page is asked for again. */
export function EnvironmentSwitch() {
  const { environments } = useSession()
  const queries = useQueryClient()
  const current = currentEnvironment()
  function choose(environment: Environment): void {
    setEnvironment(environment)
    // Keys of kept answers hold the environment; asking for the session again draws every page again.
    queries.setQueryData(['session'], (session: object | null | undefined) => session && { ...session })
  }
  return (
    <fieldset className="segments" data-environment={current}>
      <legend className="visually-hidden">Environment</legend>
      {(['live', 'test'] as const).map((environment) => (
        <label key={environment}>
          <input
            type="radio"
            name="environment"
            checked={environment === current}
            disabled={!environments.includes(environment)}
            onChange={() => choose(environment)}
          />
          <span>{TITLES[environment]}</span>
        </label>
      ))}
    </fieldset>
  )
}

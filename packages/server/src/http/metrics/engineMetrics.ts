import { Counter, Gauge } from 'prom-client'
import type { Edge } from '../context.ts'
import type { EngineStatus } from '../ports.ts'

/** What the execution engine went through, by environment, read when it is scraped. */
export function measureEngines({ ports, metrics }: Edge): void {
  const labelNames = ['environment']
  const registers = [metrics.registry]
  const gauge = (name: string, help: string, measured: (status: EngineStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        for (const status of await ports.engines()) this.set({ environment: status.environment }, measured(status))
      },
    })
  const counter = (name: string, help: string, counted: (status: EngineStatus) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const all = await ports.engines()
        this.reset()
        for (const status of all) this.inc({ environment: status.environment }, counted(status))
      },
    })

  gauge('redoubt_engine_children', 'Engine processes that run now.', ({ children }) => children)
  gauge(
    'redoubt_engine_quarantined_inputs',
    'Inputs that are not executed now because they crashed the engine, of all accounts.',
    ({ quarantined }) => quarantined,
  )
  counter('redoubt_engine_crashes_total', 'Engine processes that died unasked.', ({ crashes }) => crashes)
  counter(
    'redoubt_engine_calls_total',
    'Transactions that engine processes executed, traces included.',
    ({ calls }) => calls,
  )
  counter('redoubt_engine_timeouts_total', 'Engine processes killed because they took too long.', ({ kills }) => kills)
  counter(
    'redoubt_engine_isolated_retries_total',
    'Executions repeated on an engine process of their own after their first one died.',
    ({ isolatedRetries }) => isolatedRetries,
  )
  counter(
    'redoubt_engine_quarantine_refusals_total',
    'Executions refused because the input had crashed the engine.',
    ({ refusals }) => refusals,
  )
}

import { Counter, Gauge } from 'prom-client'
import type { Edge } from '../context.ts'
import type { QueueStatus } from '../ports.ts'

/** The queues in front of the scans, read when they are scraped. */
export function measureAdmission({ ports, metrics }: Edge): void {
  const labelNames = ['queue']
  const registers = [metrics.registry]
  const gauge = (name: string, help: string, measured: (status: QueueStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [queue, status] of Object.entries(ports.admission())) this.set({ queue }, measured(status))
      },
    })
  const counter = (name: string, help: string, counted: (status: QueueStatus) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const [queue, status] of Object.entries(ports.admission())) this.inc({ queue }, counted(status))
      },
    })

  gauge('redoubt_admission_at_work', 'Scans that are being made.', ({ atWork }) => atWork)
  gauge('redoubt_admission_waiting', 'Scans that wait for their turn.', ({ waiting }) => waiting)
  counter('redoubt_admission_begun_total', 'Scans whose turn came.', ({ begun }) => begun)
  counter('redoubt_admission_refused_total', 'Scans answered OVERLOADED.', ({ refused }) => refused)
  counter(
    'redoubt_admission_waited_seconds_total',
    'Time that scans waited for their turn, in all.',
    ({ waitedMs }) => waitedMs / 1_000,
  )
}

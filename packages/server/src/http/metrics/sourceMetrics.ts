import { Counter, Gauge } from 'prom-client'
import type { Edge } from '../context.ts'

/** What sources besides RPC endpoints answered, by kind, read when it is scraped. Hosts are left out: strangers name them. */
export function measureSources({ ports, metrics }: Edge): void {
  const registers = [metrics.registry]
  new Counter({
    name: 'redoubt_source_questions_total',
    help: 'Questions to sources that are no RPC endpoint, by how they ended.',
    labelNames: ['environment', 'source', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { environment, kind: source, asked, failed } of ports.sources()) {
        this.inc({ environment, source, outcome: 'answered' }, asked - failed)
        this.inc({ environment, source, outcome: 'failed' }, failed)
      }
    },
  })
  new Gauge({
    name: 'redoubt_source_latency_seconds',
    help: 'What an answer of the slowest source of its kind usually takes.',
    labelNames: ['environment', 'source'],
    registers,
    collect() {
      this.reset()
      const slowest = new Map<string, { environment: string; source: string; ms: number }>()
      for (const { environment, kind: source, latencyMs: ms } of ports.sources()) {
        const key = `${environment} ${source}`
        if (ms !== null && ms >= (slowest.get(key)?.ms ?? 0)) slowest.set(key, { environment, source, ms })
      }
      for (const { environment, source, ms } of slowest.values()) this.set({ environment, source }, ms / 1_000)
    },
  })
}

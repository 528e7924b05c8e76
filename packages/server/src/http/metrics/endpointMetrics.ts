import { Counter, Gauge } from 'prom-client'
import type { Edge } from '../context.ts'

/** What RPC endpoints said of each other's answers, by network, read when it is scraped. Hosts only: paths hold keys. */
export function measureEndpoints({ ports, metrics }: Edge): void {
  const registers = [metrics.registry]
  const networks = ['environment', 'chain']

  new Counter({
    name: 'redoubt_rpc_calls_total',
    help: 'HTTP requests to RPC endpoints, many of them batches: answered, or without a usable answer.',
    labelNames: [...networks, 'host', 'outcome'],
    registers,
    async collect() {
      const all = await ports.endpoints()
      this.reset()
      for (const { environment, chain, calls } of all)
        for (const { host, answered, failed } of calls) {
          this.inc({ environment, chain, host, outcome: 'answered' }, answered)
          this.inc({ environment, chain, host, outcome: 'failed' }, failed)
        }
    },
  })
  new Gauge({
    name: 'redoubt_rpc_latency_seconds',
    help: 'What a read of state usually takes at an RPC endpoint.',
    labelNames: [...networks, 'host'],
    registers,
    async collect() {
      const all = await ports.endpoints()
      this.reset()
      for (const { environment, chain, endpoints } of all)
        for (const { host, latencyMs } of endpoints)
          if (latencyMs !== null) this.set({ environment, chain, host }, latencyMs / 1_000)
    },
  })
  new Counter({
    name: 'redoubt_rpc_compared_total',
    help: 'Answers of an RPC endpoint that another one was asked for too.',
    labelNames: [...networks, 'outcome'],
    registers,
    async collect() {
      const all = await ports.endpoints()
      this.reset()
      for (const { environment, chain, confirmed, unconfirmed } of all) {
        this.inc({ environment, chain, outcome: 'confirmed' }, confirmed)
        this.inc({ environment, chain, outcome: 'unconfirmed' }, unconfirmed)
      }
    },
  })
  new Counter({
    name: 'redoubt_rpc_contradictions_total',
    help: 'Answers about the same block on which two RPC endpoints differed, by each of the two.',
    labelNames: [...networks, 'host'],
    registers,
    async collect() {
      const all = await ports.endpoints()
      this.reset()
      for (const { environment, chain, contradictions } of all)
        for (const [host, count] of Object.entries(contradictions)) this.inc({ environment, chain, host }, count)
    },
  })
  new Gauge({
    name: 'redoubt_network_ready',
    help: '1 where a network that live keys may name can be read, 0 where it cannot or where its newest block is old; none where no scan has used its public endpoints.',
    labelNames: ['chain'],
    registers,
    async collect() {
      const networks = await ports.networkReadiness()
      this.reset()
      for (const { chain, state } of networks) if (state !== 'not-asked') this.set({ chain }, state === 'ready' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'redoubt_rpc_set_aside',
    help: 'RPC endpoints that are asked nothing for now: a majority or a proof showed that they were wrong.',
    labelNames: [...networks, 'host'],
    registers,
    async collect() {
      this.reset()
      for (const { environment, chain, setAside } of await ports.endpoints())
        for (const host of setAside) this.set({ environment, chain, host }, 1)
    },
  })
}

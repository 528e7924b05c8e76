import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import packageJson from '../../../package.json' with { type: 'json' }

type FactState = 'asked' | 'known' | 'missing'

export type ScanMetrics = {
  /** A scan was answered. `complete`: null where its kind has no such word. */
  scanned(scan: { kind: string; level: string; complete: boolean | null }): void
  /** Told each fact that one scan asks for, and how it ended. */
  facts(): (name: string, state: FactState) => void
}

/** Scans by what came of them, and facts by what they took; and which program this is. */
export function createScanMetrics(registry: Registry): ScanMetrics {
  const registers = [registry]
  new Gauge({
    name: 'redoubt_build_info',
    help: '1, with the version of the program and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: packageJson.version, node: process.versions.node }, 1)
  const scans = new Counter({
    name: 'redoubt_scans_total',
    help: 'Scans that were answered.',
    labelNames: ['kind', 'level', 'complete'],
    registers,
  })
  const facts = new Counter({
    name: 'redoubt_facts_total',
    help: 'Facts that scans asked for: known, or missing.',
    labelNames: ['fact', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'redoubt_fact_seconds',
    help: 'Time until a fact was known or missing; facts are gathered side by side.',
    labelNames: ['fact'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 5],
    registers,
  })
  /** So that labels are checked and hashed once. */
  const children = new Map<
    string,
    { known: Counter.Internal; missing: Counter.Internal; seconds: Histogram.Internal<'fact'> }
  >()
  const childrenOf = (fact: string) => {
    const known = children.get(fact) ?? {
      known: facts.labels({ fact, outcome: 'known' }),
      missing: facts.labels({ fact, outcome: 'missing' }),
      seconds: seconds.labels({ fact }),
    }
    children.set(fact, known)
    return known
  }
  return {
    scanned: ({ kind, level, complete }) =>
      scans.inc({ kind, level, complete: complete === null ? 'unknown' : String(complete) }),
    facts() {
      const asked = new Map<string, number>()
      return (name, state) => {
        if (state === 'asked') {
          asked.set(name, performance.now())
          return
        }
        const child = childrenOf(name)
        child[state].inc()
        const since = asked.get(name)
        if (since !== undefined) child.seconds.observe((performance.now() - since) / 1_000)
      }
    },
  }
}

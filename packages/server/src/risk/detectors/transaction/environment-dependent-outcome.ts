import { defineDetector, type Verdict } from '../../detector.ts'
import type { Simulation, SimulationEnvironment } from '../../facts.ts'
import type { Evidence, Hit } from '../../finding.ts'

export default defineDetector({
  id: 'environment-dependent-outcome',
  title: 'The outcome depends on who looks',
  why: 'Run again under another block builder, gas price or randomness, the transaction does something else. Contracts do that to show a simulator a harmless result and take the assets on chain (a “red pill”). Another outcome at another time is only told, as every deadline makes one, unless the later run takes more.',
  advice: 'Reject it: what you are shown is not what will happen.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  decisive: true,
  needs: ['simulation'],
  detect: ({ simulation }): Verdict => {
    const differing = simulation.environments.filter(({ sameOutcome }) => sameOutcome === false)
    const watched = differing.filter(({ kind }) => kind === 'builder')
    if (watched.length > 0) {
      const varied = [...new Set(watched.flatMap(({ varies }) => varies))]
      const description = `In another environment (${named(watched)}: ${varied.join(', ')}) the transaction does something else.`
      return [{ severity: 'critical', description, evidence: evidence(simulation, watched) }]
    }
    const worse = differing.filter((run) => run.worse)
    if (worse.length > 0) {
      const description = `At another time (${named(worse)}) the transaction takes more from the sender, or gives less for it.`
      return [{ severity: 'high', description, evidence: evidence(simulation, worse) }]
    }
    // A run that could not be made says nothing, so nothing is known of the environment it stands for.
    const unmade = simulation.environments.filter(({ sameOutcome }) => sameOutcome === null)
    if (unmade.length > 0) return { unknown: unmade.map(({ name }) => `simulation.environments.${name}`) }
    return later(simulation, differing)
  },
})

/** Time alone says little: every deadline check reads it. */
function later(simulation: Simulation, differing: readonly SimulationEnvironment[]): Hit[] {
  if (differing.length === 0) return []
  const expires = simulation.success && differing.every(({ success }) => !success)
  return [
    {
      severity: expires ? 'info' : 'low',
      description: expires
        ? `The outcome depends on time: the transaction no longer succeeds later (${named(differing)}), as with a deadline.`
        : `The outcome depends on time: later (${named(differing)}) the transaction does something else.`,
      evidence: evidence(simulation, differing),
    },
  ]
}

function named(runs: readonly SimulationEnvironment[]): string {
  return runs.map(({ name }) => name).join(', ')
}

function evidence(simulation: Simulation, runs: readonly SimulationEnvironment[]): Evidence {
  return {
    environments: runs.map(({ name }) => name),
    varies: [...new Set(runs.flatMap(({ varies }) => varies))],
    success: runs.some(({ success }) => success),
    gasUsed: runs.map(({ gasUsed }) => String(gasUsed)),
    mainSuccess: simulation.success,
  }
}

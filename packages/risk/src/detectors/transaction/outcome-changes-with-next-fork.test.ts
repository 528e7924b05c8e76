import type { Simulation } from '../../facts/execution.ts'
import type { NextFork } from '../../facts/nextFork.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { sampleFacts } from '../../testing/sampleFacts.ts'
import detector from './outcome-changes-with-next-fork.ts'

const CONTRACT = '0x1234567890123456789012345678901234567890'
const fork = (more: Partial<NextFork>): { nextFork: NextFork } => ({
  nextFork: { current: 'prague', next: 'osaka', from: null, execution: null, changes: [], notExecuted: [], ...more },
})
const same = { success: true, gasUsed: 21_000n, revertReason: null, sameOutcome: true }
const simulation = sampleFacts().simulation as Simulation
const failing = { simulation: { ...simulation, success: false, outcome: 'halted' as const } }

detectorTest(detector, {
  detects: {
    'a call that fails after the fork': fork({ execution: { ...same, success: false, sameOutcome: false } }),
    'a call that succeeds only after the fork': {
      ...failing,
      ...fork({ execution: { ...same, sameOutcome: false } }),
    },
    'other events after the fork': fork({ execution: { ...same, sameOutcome: false } }),
    'a byte that becomes an opcode': {
      ...failing,
      ...fork({ changes: [{ rule: 'EIP-8024, EIP-7843', kind: 'opcode', count: 1, contract: CONTRACT }] }),
    },
    'a contract that is too large today': {
      ...failing,
      ...fork({ changes: [{ rule: 'EIP-7954', kind: 'code-size', count: 1, contract: null }] }),
    },
  },
  clears: {
    'the same outcome under both': fork({ execution: same }),
    'other gas alone': fork({ execution: { ...same, gasUsed: 25_000n } }),
    'logs of coins, which are no tokens': fork({
      next: 'amsterdam',
      changes: [{ rule: 'EIP-7708', kind: 'logs', count: 2, contract: null }],
      notExecuted: ['EIP-7708'],
    }),
    'a scan that was not asked for it': { nextFork: null },
  },
})

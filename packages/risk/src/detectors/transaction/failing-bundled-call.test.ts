import { detectorTest } from '../../testing/detectorTest.ts'
import { failure, pay, ROUTER, simulation, USDC } from '../../testing/sampleFacts.ts'
import detector from './failing-bundled-call.ts'

const calls = [
  { to: USDC, value: 0n, data: '0x12' },
  { to: ROUTER, value: 0n, data: '0x34' },
] as const
const bundle = pay(ROUTER, 0n, { calls: [...calls] })
const result = (success: boolean | null) => ({ to: ROUTER, success, gasUsed: 1n, revertReason: success ? null : 'no' })

detectorTest(detector, {
  detects: {
    'a trade that fails after its approval': {
      ...bundle,
      simulation: simulation({ calls: [result(true), result(false)] }),
    },
    'a call that could not be paid for': { ...bundle, simulation: simulation({ calls: [result(null), result(true)] }) },
  },
  clears: {
    'calls that all succeed': { ...bundle, simulation: simulation({ calls: [result(true), result(true)] }) },
    'a bundle that is undone as a whole': {
      ...bundle,
      simulation: failure('call 2 of 2: no', { calls: [result(true), result(false)] }),
    },
    'an ordinary transaction': {},
  },
  unknowns: { 'a call tree over the cap': { ...bundle, simulation: simulation({ calls: null, trace: null }) } },
})

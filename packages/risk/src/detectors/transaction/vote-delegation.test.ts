import { toEventSelector } from 'viem/utils'
import type { Address, Hex } from '../../address.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { frame, invoke, STRANGER, simulation, TRADER, USDC, ZERO } from '../../testing/sampleFacts.ts'
import detector from './vote-delegation.ts'

const topic = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`

function delegated(delegator: Address, to: Address) {
  const log = {
    address: USDC,
    topics: [
      toEventSelector('DelegateChanged(address,address,address)'),
      topic(delegator),
      topic(ZERO),
      topic(to),
    ] as Hex[],
    data: '0x' as const,
  }
  return {
    ...invoke(USDC, 'delegate(address)', [to]),
    simulation: simulation({ trace: frame({ to: USDC, logs: [log] }) }),
  }
}

detectorTest(detector, {
  detects: { 'votes that pass to another account': delegated(TRADER, STRANGER) },
  clears: {
    'a transfer': {},
    'votes that come back': delegated(TRADER, TRADER),
    'votes that nobody has any more': delegated(TRADER, ZERO),
    'votes of another account': delegated(STRANGER, ZERO),
  },
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters, getContractAddress, toEventSelector } from 'viem/utils'
import type { Address } from '../../address.ts'
import type { Log, SimulationEnvironment } from '../../facts/execution.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  failure,
  frame,
  invoke,
  ROUTER,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  ZERO,
} from '../../testing/sampleFacts.ts'
import detector from './ownership-change.ts'

const topic = (value: Address) => encodeAbiParameters([{ type: 'address' }], [value])
const log = (signature: string, topics: Address[], address: Address = UNKNOWN_CONTRACT): Log => ({
  address,
  topics: [toEventSelector(signature), ...topics.map(topic)],
  data: '0x',
})
const ran = (logs: Log[], calls = [frame()]) => ({ simulation: simulation({ trace: frame({ logs, calls }) }) })
const transferOwnership = (to: Address) => invoke(UNKNOWN_CONTRACT, 'transferOwnership(address)', [to])
const moved = (to: Address) => log('OwnershipTransferred(address,address)', [TRADER, to])

const works: SimulationEnvironment = {
  name: 'another builder',
  kind: 'builder',
  varies: ['COINBASE'],
  success: true,
  gasUsed: 50_000n,
  sameOutcome: false,
  worse: true,
}

/** The sender's next nonce is 5, the transaction's 9. */
function waiting(nonce: bigint, to: Address) {
  const made = getContractAddress({ from: TRADER, nonce }).toLowerCase() as Address
  const { transaction, ...call } = invoke(made, 'transferOwnership(address)', [to])
  return {
    ...call,
    transaction: { ...transaction, nonce: 9n },
    sender: account(TRADER, { nonce: 5n }),
    simulation: simulation(),
  }
}

detectorTest(detector, {
  detects: {
    'a transfer of ownership by name': { ...transferOwnership(STRANGER), ...ran([]) },
    'a contract that an earlier transaction of the sender will create': {
      ...waiting(7n, STRANGER),
      severity: 'medium',
    },
    'a contract of a nonce that was used': { ...waiting(4n, STRANGER), severity: 'high' },
    'a contract of a nonce that comes after this one': { ...waiting(9n, STRANGER), severity: 'high' },
    'a transfer that fails when simulated': {
      ...transferOwnership(STRANGER),
      simulation: failure('paused'),
      severity: 'medium',
    },
    'a transfer that fails only for observers': {
      ...transferOwnership(STRANGER),
      simulation: failure('paused', { environments: [works] }),
      severity: 'high',
    },
    'a transfer hidden behind another function': { ...invoke(ROUTER, 'claim()', []), ...ran([moved(STRANGER)]) },
    'a role': {
      ...invoke(UNKNOWN_CONTRACT, 'grantRole(bytes32,address)', [`0x${'0'.repeat(64)}`, STRANGER]),
      ...ran([]),
    },
    'a renunciation': {
      ...invoke(UNKNOWN_CONTRACT, 'renounceOwnership()', []),
      ...ran([moved(ZERO)]),
      severity: 'medium',
    },
    'ownership to the signer’s own Safe': {
      ...transferOwnership(STRANGER),
      ...ran([moved(STRANGER)]),
      ownWallets: [{ address: STRANGER, alone: true }],
      severity: 'low',
    },
    'ownership to a Safe that the signer shares': {
      ...transferOwnership(STRANGER),
      ...ran([moved(STRANGER)]),
      ownWallets: [{ address: STRANGER, alone: false }],
      severity: 'medium',
    },
  },
  clears: {
    'ownership that comes to the signer': {
      ...invoke(UNKNOWN_CONTRACT, 'acceptOwnership()', []),
      ...ran([log('OwnershipTransferred(address,address)', [STRANGER, TRADER])]),
    },
    'the first owner of a contract that the transaction creates': {
      ...invoke(ROUTER, 'create()', []),
      ...ran(
        [log('OwnershipTransferred(address,address)', [ZERO, STRANGER])],
        [frame({ type: 'CREATE2', to: UNKNOWN_CONTRACT })],
      ),
    },
    'a change in a contract that is none of the signer’s business': {
      ...invoke(ROUTER, 'poke()', []),
      ...ran([log('OwnershipTransferred(address,address)', [ROUTER, STRANGER])]),
    },
    'a change that was rolled back': {
      ...invoke(ROUTER, 'try()', []),
      ...ran([], [frame({ error: 'execution reverted', logs: [moved(STRANGER)] })]),
    },
    'a plain transfer': {},
  },
})

test('a reverted change is not reported as happening', () => {
  const change = { kind: 'owner', contract: UNKNOWN_CONTRACT, from: null, to: STRANGER, shownBy: 'call-data' } as const
  const said = (fails?: true) =>
    detector.detect({ privilegeChanges: [{ ...change, ...(fails && { fails }) }], ownWallets: [] })
  assert.match(JSON.stringify(said()), /becomes owner of 0x\S+\."/)
  assert.match(JSON.stringify(said(true)), /would become owner of 0x\S+, but the call fails in simulation\."/)
})

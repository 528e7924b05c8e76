import type { Account } from '../../facts/account.ts'
import type { Simulation, SimulationEnvironment } from '../../facts/execution.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, FRIEND, frame, router, simulation, TRADER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './simulation-evading-transaction.ts'

const USUAL: SimulationEnvironment = {
  name: 'other-builder',
  kind: 'builder',
  varies: ['COINBASE', 'PREVRANDAO'],
  success: true,
  gasUsed: 21_000n,
  sameOutcome: true,
  worse: false,
}
const ranWith = (more: Partial<Simulation>, ...environments: Partial<SimulationEnvironment>[]) => ({
  simulation: simulation({ ...more, environments: environments.map((one) => ({ ...USUAL, ...one })) }),
})
const ran = (...environments: Partial<SimulationEnvironment>[]) => ranWith({}, ...environments)
const OTHER = { sameOutcome: false }
/** One of the two runs takes assets that the other leaves alone. */
const TAKES = { sameOutcome: false, worse: true, newLoss: true }
const SPARES = { sameOutcome: false, worse: false, better: true, newLoss: true }
/** Both runs take the asset, in different amounts. */
const MORE = { sameOutcome: false, worse: true, newLoss: false }
const CHANCE: Partial<SimulationEnvironment> = { name: 'other-randomness', varies: ['PREVRANDAO'] }
const GAS: Partial<SimulationEnvironment> = { kind: 'gas', name: 'other-gas-limit', varies: ['GAS'] }
const MINED: Partial<SimulationEnvironment> = { kind: 'mined', name: 'mined-coinbase-0x…', varies: ['COINBASE'] }
/** The request gives too little gas, so the main run halts. */
const outOfGas = (recipient: Account) => ({
  ...ranWith(
    { success: false, outcome: 'halted', revertReason: 'out of gas', gasUsed: 30_000n, gasLimit: 30_000n },
    { ...GAS, ...TAKES },
    { kind: 'builder', name: 'naive-simulator', varies: ['GAS'], ...TAKES },
  ),
  recipient,
})
const TIME = ['TIMESTAMP', 'NUMBER', 'BLOCKHASH']
const LATER: Partial<SimulationEnvironment> = { kind: 'later', name: 'a-day-later', varies: TIME }
const NEXT_BLOCKS: Partial<SimulationEnvironment> = { kind: 'later', name: 'two-blocks-later', varies: TIME }
const branch = (tried: boolean, opcode = 'COINBASE') => ({
  environmentBranches: [{ contract: `0x${'c0'.repeat(20)}` as const, opcodes: [opcode], tried }],
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}` as const
/** Tokens go from the sender to the called contract, and nothing comes back. */
const takesTokens = {
  trace: frame({ logs: [{ address: FRIEND, topics: [TRANSFER, word(TRADER), word(FRIEND)], data: word('0x05') }] }),
}

detectorTest(detector, {
  detects: {
    'a loss under another builder': ran({}, TAKES),
    'a loss that a naive simulator does not show': ran({ name: 'naive-simulator', ...SPARES }),
    'a loss under another builder, where another run could not be made': ran({ sameOutcome: null }, TAKES),
    'a loss with another gas limit': ran({ ...GAS, ...TAKES }),
    'a loss once unknown code has more gas than the request gives it': outOfGas(contract(UNKNOWN_CONTRACT)),
    'a loss under the one builder that the code names': ran({ ...MINED, ...TAKES }),
    'a larger loss under another builder': { ...ran({}, MORE), severity: 'high' },
    'a loss under another builder, and another outcome later': ran({ ...LATER, ...OTHER }, TAKES),
    'a loss under one builder, beside a game of chance': ran({ ...CHANCE, ...TAKES }, { ...MINED, ...TAKES }),
    'a loss by chance': { ...ran({ ...CHANCE, ...TAKES }, TAKES), severity: 'high' },
    'a stake lost by chance, as in any coin flip': {
      ...ran({ ...CHANCE, ...MORE }, TAKES),
      severity: 'medium',
    },
    'a stake that is lost in the main run': {
      ...ran({ ...CHANCE, sameOutcome: false, better: true }, { ...OTHER, better: true }),
      severity: 'low',
    },
    'a loss after a week': { ...ran({ ...LATER, ...TAKES }), severity: 'high' },
    'more taken two blocks later': { ...ran({ ...NEXT_BLOCKS, ...MORE }), severity: 'medium' },
    'more owed by the day, as by a subscription': { ...ran({ ...LATER, ...MORE }), severity: 'low' },
    'a deadline, as a note': { ...ran({}, { ...LATER, ...OTHER, success: false }), severity: 'info' },
    'another outcome at another time only, as an auction has': { ...ran({ ...LATER, ...OTHER }), severity: 'low' },
    'a failure under another builder': { ...ran({ ...OTHER, success: false }), severity: 'low' },
    'a cap on the gas price, as a note': { ...ran({ ...MINED, ...OTHER, success: false }), severity: 'info' },
    'a payment that a cap on the gas price refuses, as a note': {
      ...ran({ ...MINED, ...SPARES, success: false }),
      severity: 'info',
    },
    'a gas refund by its price, as a note where only limits differ': {
      ...ran({ ...MINED, ...OTHER }),
      severity: 'info',
    },
    'another item of a random mint, as a note': { ...ran({ ...CHANCE, ...OTHER }, OTHER), severity: 'info' },
    'an order that waits for cheap gas, as a note': {
      ...ranWith({ success: false }, OTHER),
      severity: 'info',
    },
    'a branch by the builder that could not be tried': { ...ranWith(branch(false), {}), severity: 'medium' },
    'a branch by the builder in what openly takes tokens for nothing': {
      ...ranWith({ ...branch(false), ...takesTokens }, {}),
      severity: 'low',
    },
    'a branch by fees that could not be tried': { ...ranWith(branch(false, 'BASEFEE'), {}), severity: 'low' },
  },
  clears: {
    'a call of a known router that runs out of the gas that the request gives it': outOfGas(router()),
    'the same outcome everywhere': ran({}, LATER, GAS, MINED),
    'a run that reads nothing of the environment': ran(),
    'another amount of gas for the same outcome': ran({ gasUsed: 30_000n }),
    'a branch by the builder that was tried both ways': ranWith(branch(true), {}),
    'a mined value that no block may have': ran({ ...MINED, sameOutcome: null, success: false }),
  },
  unknowns: {
    'a run that could not be made': ran({ sameOutcome: null, success: false }, { ...LATER, ...OTHER }),
  },
})

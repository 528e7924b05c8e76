/** Bounds of the execution engine. Times in milliseconds, sizes in bytes; measured in docs/BENCHMARKS.md. */
export type SimulationLimits = {
  /** Long-lived children, one per pinned block; the least recently used one goes first. */
  maxChildren: number
  /** Throw-away children at one time; an account has one less while no other account asks. */
  maxSacrificial: number
  /** A child unused this long is closed. */
  idleMs: number
  spawnMs: number
  /** Processor time of one request, for each request that the child works on meanwhile; a child that takes more is killed. */
  processorMs: number
  /** A child that computed nothing for so long, and waited for no state, is killed. */
  stuckMs: number
  /** A child that has not answered one request by then is killed, however little it computed. The longest deadline of a scan. */
  wallClockMs: number
  /** For how long an execution goes on whose caller has left. */
  abandonedMs: number
  /** Address space of a child, where prlimit exists. */
  memoryBytes: number
  gasCap: bigint
  /** Runs above this are traced in a throw-away child. */
  sacrificeAboveGas: bigint
  /** Up to this gas a call tree is small for all that is known, and asked for together with the state diff. */
  smallTreeGas: bigint
  /** A larger call tree is given up for the top call and the state diff. */
  maxTreeBytes: number
  /** Any other answer of the engine. */
  maxFlatBytes: number
  /** The shim answers the engine by then, if only with an error; the engine waits a little longer. */
  shimDeadlineMs: number
  quarantineMs: number
}

export const SIMULATION_LIMITS: SimulationLimits = {
  maxChildren: 4,
  maxSacrificial: 3,
  idleMs: 60_000,
  spawnMs: 15_000,
  processorMs: 5_000,
  stuckMs: 15_000,
  wallClockMs: 30_000,
  abandonedMs: 5_000,
  memoryBytes: 2 * 1024 ** 3,
  gasCap: 30_000_000n,
  sacrificeAboveGas: 3_000_000n,
  smallTreeGas: 1_000_000n,
  maxTreeBytes: 4 * 1024 ** 2,
  maxFlatBytes: 20 * 1024 ** 2,
  shimDeadlineMs: 1_900,
  quarantineMs: 10 * 60_000,
}

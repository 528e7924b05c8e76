/** What the guarded function does to users: to a token's holders, to accounts that approved a spender, to depositors. */
const POWERS = ['freeze', 'deny', 'tax', 'seize', 'burn', 'pull', 'take-coins', 'take-tokens'] as const
/** How the function tells who may use it. `open`: the switch is a balance or a reserve that any account can change. */
const GUARDS = [
  'owner',
  'immutable',
  'role',
  'caller-hash',
  'secret',
  'signature',
  'two-step',
  'timelock',
  'open',
] as const
/** How the arguments reach it. `slot` writes any storage word, `hidden` is inside `approve`, `calls` is a list of calls. */
const PACKINGS = ['plain', 'struct', 'list', 'bytes', 'packed', 'calls', 'slot', 'fallback', 'hidden', 'none'] as const
/** Where the switch lies. */
const PLACES = ['own', 'board', 'coins', 'balance', 'reserves'] as const

export type Power = (typeof POWERS)[number]
export type Guard = (typeof GUARDS)[number]
export type Packing = (typeof PACKINGS)[number]
export type Place = (typeof PLACES)[number]

export type MutantShape = { power: Power; guard: Guard; packing: Packing; place: Place }

/** A compiler with its flags. `minor` and `patch` of its version 0.minor.patch. */
export type MutantCompiler = {
  /** Package name of the compiler in tools/contracts: `solc`, `solc-0.8.17`. */
  solc: string
  minor: number
  patch: number
  /** Runs of the optimiser; null: off. */
  runs: number | null
  viaIR: boolean
}

const compiler = (version: string, runs: number | null, viaIR = false): MutantCompiler => {
  const [, minor = 0, patch = 0] = version.split('.').map(Number)
  return { solc: version === '0.8.28' ? 'solc' : `solc-${version}`, minor, patch, runs, viaIR }
}

export const COMPILERS: readonly MutantCompiler[] = [
  compiler('0.4.26', null),
  compiler('0.4.26', 200),
  compiler('0.5.17', 200),
  compiler('0.5.17', 1),
  compiler('0.6.12', null),
  compiler('0.6.12', 200),
  compiler('0.7.6', 1_000_000),
  compiler('0.8.4', 200),
  compiler('0.8.12', null),
  compiler('0.8.17', 200, true),
  compiler('0.8.19', 1_000_000),
  compiler('0.8.24', 1, true),
  compiler('0.8.28', 200),
  compiler('0.8.28', 1_000_000, true),
]

/** Guards that are a question about the caller alone, so that they can stand inside another function. */
const CALLER_GUARDS: readonly Guard[] = ['owner', 'immutable', 'role', 'caller-hash']
/** Guards with further arguments. */
const PROOF_GUARDS: readonly Guard[] = ['secret', 'signature']

export const isTokenPower = (power: Power): boolean => !['pull', 'take-coins', 'take-tokens'].includes(power)
/** The power is a state that transfers read; the other powers act when they are called. */
export const isStatePower = (power: Power): boolean => ['freeze', 'deny', 'tax'].includes(power)

/** Every combination that makes sense. */
export function allShapes(): MutantShape[] {
  return POWERS.flatMap((power) =>
    GUARDS.flatMap((guard) =>
      PACKINGS.flatMap((packing) =>
        PLACES.map((place): MutantShape => ({ power, guard, packing, place })).filter(makesSense),
      ),
    ),
  )
}

function makesSense({ power, guard, packing, place }: MutantShape): boolean {
  const isOutside = place === 'coins' || place === 'balance' || place === 'reserves'
  if (isStatePower(power) && isOutside) return power !== 'deny' && guard === 'open' && packing === 'none'
  if (guard === 'open' || packing === 'none') return false
  const waits = guard === 'two-step' || guard === 'timelock'
  if (packing === 'hidden') return CALLER_GUARDS.includes(guard) && place === 'own' && isTokenPower(power)
  if (packing === 'slot') return isStatePower(power) && place === 'own' && CALLER_GUARDS.includes(guard)
  if (packing === 'calls')
    return !isStatePower(power) && power !== 'seize' && power !== 'burn' && !waits && !PROOF_GUARDS.includes(guard)
  if (packing === 'list') return !waits && !PROOF_GUARDS.includes(guard)
  return true
}

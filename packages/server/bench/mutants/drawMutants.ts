import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAddress } from 'viem/accounts'
import { getAddress, getContractAddress, keccak256, stringToHex } from 'viem/utils'
import { allShapes, COMPILERS, isTokenPower, type MutantCompiler, type MutantShape } from './axes.ts'

/** A contract to be made: a shape of harm, or its honest twin, by one compiler. Addresses follow from seed and number. */
export type Mutant = MutantShape & {
  id: string
  /** Number of the shape in this draw. */
  shape: number
  isHarm: boolean
  compiler: MutantCompiler
  /** Deploys, holds the guard, provides liquidity. */
  team: Address
  board: Address | null
  self: Address
  signerKey: Hex
  signer: Address
  secret: Hex
  /** Account whose coins or tokens a switch may read. */
  box: Address
  /** A word that function names and texts are drawn with. */
  draw: number
}

const COMPILERS_PER_SHAPE = 2

/** Draws `count` pairs: shapes of all levels alike, each by two compilers, each with its twin by the same compiler. */
export function drawMutants(seed: number, count: number): Mutant[] {
  const random = randomOf(seed)
  const shapes = drawShapes(random, Math.ceil(count / COMPILERS_PER_SHAPE))
  const compilers: MutantCompiler[] = []
  while (compilers.length < shapes.length * COMPILERS_PER_SHAPE) compilers.push(...shuffled(COMPILERS, random))
  return shapes.flatMap((shape, number) =>
    Array.from({ length: COMPILERS_PER_SHAPE }).flatMap((_, turn) => {
      const compiler = compilers[turn * shapes.length + number] as MutantCompiler
      const draw = Math.floor(random() * 1_000_000)
      return [true, false].map((isHarm) => mutantOf({ seed, number, turn, shape, compiler, isHarm, draw }))
    }),
  )
}

function mutantOf({
  seed,
  number,
  turn,
  shape,
  compiler,
  isHarm,
  draw,
}: {
  seed: number
  number: number
  turn: number
  shape: MutantShape
  compiler: MutantCompiler
  isHarm: boolean
  draw: number
}): Mutant {
  const id = `s${seed}-${number}${'ab'[turn]}${isHarm ? 'x' : 'h'}`
  const word = (what: string) => keccak256(stringToHex(`redoubt mutants: ${what} of ${id}`))
  const account = (what: string) => getAddress(`0x${word(what).slice(-40)}`)
  const team = account('team')
  const hasBoard = shape.place === 'board'
  const made = (nonce: bigint) => getContractAddress({ from: team, nonce })
  return {
    ...shape,
    id,
    shape: number,
    isHarm,
    compiler,
    team,
    board: hasBoard ? made(0n) : null,
    self: made(hasBoard ? 1n : 0n),
    signerKey: word('signer'),
    signer: privateKeyToAddress(word('signer')),
    secret: word('secret'),
    box: account('box'),
    draw,
  }
}

/** Shapes one by one, each time the one whose levels were drawn least; ties by chance. */
function drawShapes(random: () => number, count: number): MutantShape[] {
  const left = shuffled(allShapes(), random)
  const seen = new Map<string, number>()
  const drawn: MutantShape[] = []
  const levels = ({ power, guard, packing, place }: MutantShape) => [
    `power ${power}`,
    `guard ${guard}`,
    `packing ${packing}`,
    `place ${place}`,
  ]
  while (drawn.length < count && left.length > 0) {
    const weight = (shape: MutantShape) => levels(shape).reduce((sum, level) => sum + (seen.get(level) ?? 0), 0)
    const best = left.reduce((least, shape) => (weight(shape) < weight(least) ? shape : least))
    left.splice(left.indexOf(best), 1)
    drawn.push(best)
    for (const level of levels(best)) seen.set(level, (seen.get(level) ?? 0) + 1)
  }
  return drawn
}

export const kindOf = ({ power }: MutantShape): 'token' | 'spender' | 'vault' =>
  isTokenPower(power) ? 'token' : power === 'pull' ? 'spender' : 'vault'

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296
  }
}

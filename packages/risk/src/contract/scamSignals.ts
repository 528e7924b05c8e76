import type { Hex } from '../address.ts'
import type { Bytecode, ContractFunction, TransferCondition } from '../facts/bytecode.ts'
import { SCAM_WEIGHTS, type ScamSignalId } from './scamWeights.ts'

export type { ScamSignalId } from './scamWeights.ts'

/**
 * A sign in the code, for (`weight` > 0) or against a scam, and evidence that a person can check. `weight`: its own and its part of what
 * its pairs with other signs there add, so that the weights and the bias sum to the odds.
 */
export type ScamSignal = { id: ScamSignalId; weight: number; shown: string }

const MOVES: readonly Hex[] = ['0xa9059cbb', '0x23b872dd']
/** permit(address,address,uint256,uint256,uint8,bytes32,bytes32) of EIP-2612. */
const PERMIT: Hex = '0xd505accf'
const RENOUNCE: Hex = '0x715018a6'
const TRANSFER_OWNERSHIP: Hex = '0xf2fde38b'
/** Functions above which a contract is more than a token: vaults, bridges, governance. */
const LARGE = 40
const SEVERAL_RATES = 3

/** Parts of a token's code that the signs examine. */
type Token = Bytecode & {
  conditions: TransferCondition[]
  privileges: ContractFunction[]
  setters: Map<Hex, ContractFunction>
}

/** Each returns its evidence, or null. The first group can only speak for a scam, the second only against one. */
const SIGNS = {
  'party-list': ({ conditions, setters }) =>
    first(
      conditions,
      (one) => one.about === 'list' && one.demanded && settable(one, setters),
      (slot) =>
        `a transfer fails by what ${slotText(slot)} says of a party, which ${setters.get(slot)?.selector} writes`,
    ),
  'list-steers': ({ conditions, setters }) =>
    first(
      conditions,
      (one) => one.about === 'list' && !one.demanded && settable(one, setters),
      (slot) => `parties named by ${setters.get(slot)?.selector} in ${slotText(slot)} are treated otherwise`,
    ),
  switch: ({ conditions, setters }) =>
    first(
      conditions,
      (one) => one.about === 'flag' && one.demanded && settable(one, setters),
      (slot) => `a transfer fails by a word, ${slotText(slot)}, which ${setters.get(slot)?.selector} writes`,
    ),
  limit: ({ conditions }) =>
    first(
      conditions,
      (one) => one.about === 'limit' && one.demanded,
      (slot) => `a transfer fails when the amount exceeds ${slotText(slot)}`,
    ),
  'time-gate': ({ conditions }) =>
    conditions.some((one) => one.about === 'time' && one.demanded) ? 'a transfer fails by the time' : null,
  'picks-party': ({ conditions }) =>
    first(
      conditions,
      (one) => one.about === 'account' && one.of !== 'caller',
      (slot) => `transfers from or to the account in ${slotText(slot)} are treated otherwise`,
    ),
  'picks-recipient': ({ conditions, slots }) =>
    first(
      conditions,
      (one) =>
        one.about === 'account' && one.of === 'recipient' && one.slot !== null && !slots.owner.includes(one.slot),
      (slot) => `a transfer to the account in ${slotText(slot)} (a sale, if it is the pool) is treated otherwise`,
    ),
  tax: ({ transferPath }) =>
    transferPath?.scaledBy[0] === undefined
      ? null
      : `the amount of a transfer is multiplied by ${slotText(transferPath.scaledBy[0])}`,
  'several-rates': ({ transferPath }) =>
    (transferPath?.scaledBy.length ?? 0) < SEVERAL_RATES
      ? null
      : `the amount of a transfer is multiplied by ${transferPath?.scaledBy.length} stored rates`,
  'settable-rate': ({ transferPath, setters }) =>
    settableOf(transferPath?.scaledBy, setters, 'multiplies the amount of a transfer'),
  'outside-call': ({ transferPath }) =>
    transferPath?.calls.some(({ to }) => to === 'stored')
      ? 'a transfer calls a contract whose address is stored'
      : null,
  'settable-call': ({ transferPath, setters }) =>
    settableOf(
      transferPath?.calls.flatMap(({ slot }) => slot ?? []),
      setters,
      'holds the contract that a transfer calls',
    ),
  'hidden-mint': ({ privileges, slots }) =>
    power(
      privileges,
      ({ balanceWrites, writes }) =>
        balanceWrites.some(({ does, gated }) => gated && does === 'adds') &&
        (slots.totalSupply === null || !writes.includes(slots.totalSupply)),
      'adds to balances without adding to the supply',
    ),
  'sets-balance': ({ privileges }) =>
    power(
      privileges,
      ({ balanceWrites }) => balanceWrites.some(({ does, gated }) => gated && does === 'sets'),
      'sets balances to whatever it likes',
    ),
  diverts: ({ functions }) =>
    functions.some((one) => one.selector === MOVES[0] && one.balanceWrites.some(({ of }) => of === 'other'))
      ? 'a transfer also credits an account that is neither party'
      : null,
  'rewrites-balance': ({ functions }) =>
    functions.some((one) => one.selector === MOVES[0] && one.balanceWrites.some(({ does }) => does === 'sets'))
      ? 'a transfer sets a balance by something else than itself and the amount'
      : null,
  'balances-elsewhere': ({ slots, transferPath }) =>
    transferPath !== null && slots.balances === null ? 'it has a transfer and keeps no balances of its own' : null,
  'asks-origin': ({ opcodes }) => (opcodes.origin ? 'it asks who signed the transaction' : null),
  'unwritten-list': ({ functions, slots }) => {
    const written = new Set(functions.flatMap(({ writes }) => writes))
    const list = slots.transferMappings.find((slot) => !written.has(slot))
    return list === undefined ? null : `a transfer reads a mapping, ${slotText(list)}, which no visible function writes`
  },
  'owner-powers': ({ privileges, functions }) =>
    has(functions, RENOUNCE)
      ? power(
          privileges,
          ({ selector }) => selector !== RENOUNCE && selector !== TRANSFER_OWNERSHIP,
          'is for the owner, who can be renounced',
        )
      : null,
  'idle-owner': ({ privileges, functions, slots }) =>
    slots.owner.length > 0 &&
    has(functions, RENOUNCE) &&
    privileges.every(({ selector }) => selector === RENOUNCE || selector === TRANSFER_OWNERSHIP)
      ? 'it has an owner to renounce for whom nothing is reserved'
      : null,

  'holder-burn': ({ functions }) =>
    power(
      functions,
      ({ selector, gated, balanceWrites }) =>
        !gated &&
        !MOVES.includes(selector) &&
        balanceWrites.some(({ does, of }) => does === 'subtracts' && of === 'caller'),
      'lets holders burn their own',
    ),
  permit: ({ functions }) => (has(functions, PERMIT) ? 'it takes approvals by signature (EIP-2612)' : null),
  'counted-mint': ({ privileges, slots }) =>
    power(
      privileges,
      ({ balanceWrites, writes }) =>
        slots.totalSupply !== null &&
        writes.includes(slots.totalSupply) &&
        balanceWrites.some(({ does, gated }) => gated && does === 'adds'),
      'mints openly: the supply grows with it',
    ),
  large: ({ functions }) =>
    functions.length > LARGE ? `it has ${functions.length} functions: more than a token` : null,
} satisfies Record<ScamSignalId, (token: Token) => string | null>

/** Signs against a scam: features that took work, which proves nothing. */
export const HONEST_SIGNS: readonly ScamSignalId[] = ['holder-burn', 'permit', 'counted-mint', 'large']
export const SCAM_SIGNS = Object.keys(SIGNS) as ScamSignalId[]

/**
 * Finds the signs in a token's code for or against a scam, before any execution. None of these is a verdict: honest tokens have
 * each of them too, so execution has to confirm. Weights: natural logarithms of odds, as learned (scamWeights.ts).
 */
export function scamSignals(bytecode: Bytecode): ScamSignal[] {
  const privileges = bytecode.functions.filter(({ gated }) => gated)
  const setters = new Map(privileges.flatMap((one) => one.writes.map((slot): [Hex, ContractFunction] => [slot, one])))
  const token: Token = { ...bytecode, conditions: bytecode.transferPath?.conditions ?? [], privileges, setters }
  const found = SCAM_SIGNS.flatMap((id) => {
    const shown = SIGNS[id](token)
    return shown === null ? [] : [{ id, shown }]
  })
  const weights = weigh(found.map(({ id }) => id))
  return found.map(({ id, shown }) => ({ id, weight: weights.get(id) ?? 0, shown }))
}

/**
 * The part of each sign in the odds of those that were found. What a pair of scam signs adds is shared by halves; what a pair with an
 * honest sign takes off is the honest one's.
 */
export function weigh(found: readonly ScamSignalId[]): Map<ScamSignalId, number> {
  const weights = new Map(found.map((id) => [id, SCAM_WEIGHTS.signs[id]]))
  const add = (id: ScamSignalId, part: number) => weights.set(id, (weights.get(id) ?? 0) + part)
  for (const [at, one] of found.entries())
    for (const other of found.slice(at + 1)) {
      const pair = SCAM_WEIGHTS.pairs[one]?.[other] ?? SCAM_WEIGHTS.pairs[other]?.[one] ?? 0
      const honest = [one, other].filter((id) => HONEST_SIGNS.includes(id))
      const sharers = honest.length > 0 ? honest : [one, other]
      for (const id of sharers) add(id, pair / sharers.length)
    }
  return weights
}

function settable({ slot }: TransferCondition, setters: Token['setters']): boolean {
  return slot !== null && setters.has(slot)
}

function first(
  conditions: readonly TransferCondition[],
  fits: (one: TransferCondition) => boolean,
  say: (slot: Hex) => string,
): string | null {
  const found = conditions.find(fits)
  if (found === undefined) return null
  return found.slot === null
    ? `transfers from or to ${found.fixed ?? 'an account'} are treated otherwise`
    : say(found.slot)
}

function settableOf(slots: readonly Hex[] | undefined, setters: Token['setters'], does: string): string | null {
  const slot = slots?.find((one) => setters.has(one))
  return slot === undefined ? null : `${slotText(slot)} ${does}, and ${setters.get(slot)?.selector} writes it`
}

function power(
  functions: readonly ContractFunction[],
  fits: (one: ContractFunction) => boolean,
  does: string,
): string | null {
  const found = functions.find(fits)
  return found === undefined ? null : `${found.signature ?? found.selector} ${does}`
}

function has(functions: readonly ContractFunction[], selector: Hex): boolean {
  return functions.some((one) => one.selector === selector)
}

function slotText(slot: Hex): string {
  return `slot 0x${BigInt(slot).toString(16)}`
}

/** From here on a token would be called high risk by its code alone. Chosen by the odds, 7 to 1, before any set was scored. */
export const HIGH_SCAM_SCORE = 87.5

/**
 * How much the code alone looks like a scam token's: 0 to 100, the share of scams among tokens with these signs if there were as
 * many scams as honest tokens. It orders what to look into; it is no verdict.
 */
export function scamScore(bytecode: Bytecode): number {
  const odds = scamSignals(bytecode).reduce((sum, { weight }) => sum + weight, SCAM_WEIGHTS.bias)
  return 100 / (1 + Math.exp(-odds))
}

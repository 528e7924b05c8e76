import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { RefusedUpgrade } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { keccak256 } from 'viem/utils'
import { argumentTypes, type PlannedCall } from './calls/argumentPlan.ts'
import { cutWays, DIAMOND_CUT } from './calls/cutWays.ts'
import { type Attempt, execute } from './execute.ts'
import type { PrivilegesContext } from './privilegesContext.ts'
import type { RefusedFunction } from './screen.ts'

const GAS = 1_000_000n
const MINUTE = 60n
const HOUR = 3_600n
const DAY = 24n * HOUR
const WHAT = 'announced cuts of a diamond'
/** Seconds between the announcement and the cut: the usual periods, and a minute more. */
const WAITS = [1n, 2n, 6n, 12n, 23n, 24n, 36n, 48n, 72n, 96n, 120n, 144n, 168n, 192n, 240n, 336n, 504n, 720n].map(
  (hours) => hours * HOUR + MINUTE,
)
/** Tried first: a notice may lapse. */
const FIRST_WAITS = [2n * DAY, 8n * DAY, 30n * DAY].map((one) => one + MINUTE)
const MAX_ANNOUNCEMENTS = 16
const MAX_SETTINGS = 4
const MAX_ARGUMENTS = 4
/** A type of one word that can be nothing. */
const WORD = /^(u?int\d*|bytes32|bool|address)$/

/**
 * Tries whether the owner of a diamond (ERC-2535) has to announce a cut that is refused now. Announced by a hash of the cut, or by the cut itself,
 * with functions of the diamond; then the cut is made at once and later, and at once after each setting of the owner is set to nothing. Null
 * where the cut is not refused, where it works without a wait, and where the owner is no account that a proxy names.
 */
export async function announcedCut(
  context: PrivilegesContext,
  closed: readonly RefusedFunction[],
): Promise<{ admin: Address; refused: RefusedUpgrade } | null> {
  const { proxy, address, fixture } = context
  const admin = proxy?.kind === 'diamond' ? proxy.admin?.address : undefined
  const cut = closed.find(({ target, made }) => target.address === address && made.selector === DIAMOND_CUT)
  if (admin === undefined || cut === undefined) return null
  const [way] = cutWays(cut.made, { part: fixture.probe, own: null })
  if (way === undefined) return null
  const call = (data: Hex): Transaction => ({ from: admin, to: address, value: 0n, data, gas: GAS })
  const made = call(way.data)
  const announcements = announcementsOf(cut.target.functions, cut.made, way).slice(0, MAX_ANNOUNCEMENTS).map(call)
  const settings = settingsOf(cut.target.functions).slice(0, MAX_SETTINGS).map(call)
  const unknown = { admin, refused: { afterSeconds: null, announced: false } }
  if (announcements.length === 0) return unknown
  const atOnce = announcements.flatMap((one): Attempt[] => [
    { calls: [one, made] },
    ...settings.flatMap((setting) => [{ calls: [setting, one, made] }, { calls: [one, setting, made] }]),
  ])
  const outcomes = await execute(context, atOnce, WHAT)
  // What was not executed may work without a wait.
  if (outcomes.some((one) => one === null || one.at(-1)?.success === true)) return null
  const first = await waited(context, announcements, made, FIRST_WAITS)
  const working = [...new Set(first.map(({ announcement }) => announcement))]
  const [soonest] = (await waited(context, working, made, WAITS)).toSorted((one, other) => one.seconds - other.seconds)
  if (soonest === undefined) return unknown
  return { admin, refused: { afterSeconds: soonest.seconds, announced: soonest.announced } }
}

/** Announcements after which the cut works, by the time between them. */
async function waited(
  context: PrivilegesContext,
  announcements: readonly Transaction[],
  cut: Transaction,
  waits: readonly bigint[],
): Promise<{ announcement: Transaction; seconds: number; announced: boolean }[]> {
  const tried = announcements.flatMap((announcement) => waits.map((seconds) => ({ announcement, seconds })))
  const attempts = tried.map(({ announcement, seconds }): Attempt => {
    return { calls: [announcement, cut], pause: { after: 1, seconds } }
  })
  const outcomes = await execute(context, attempts, WHAT)
  return tried.flatMap(({ announcement, seconds }, at) => {
    const outcome = outcomes[at]
    if (outcome?.at(-1)?.success !== true) return []
    return [{ announcement, seconds: Number(seconds - MINUTE), announced: (outcome[0]?.logs.length ?? 0) > 0 }]
  })
}

/**
 * Calls by which an owner may announce: functions of a hash, with every other number as nothing or as long ago, and functions of the cut’s own
 * arguments.
 */
function announcementsOf(functions: readonly ContractFunction[], cut: ContractFunction, { data }: PlannedCall): Hex[] {
  const filled = data.slice(10)
  const hashes = [keccak256(`0x${filled}`), keccak256(data)]
  return functions.flatMap((one): Hex[] => {
    if (one === cut || isQuestion(one)) return []
    const types = typesOf(one)
    // Both are recovered from code alike, whatever the types are.
    if (/\bbytes4\b/.test(types.join()) || (types.length > 1 && one.arguments === cut.arguments))
      return [`${one.selector}${filled}`]
    if (types.length > MAX_ARGUMENTS || types.some((type) => !WORD.test(type))) return []
    const places = types.flatMap((type, at) => (type === 'bytes32' || type === 'uint256' ? [at] : []))
    const others = types.length === 1 ? [0] : [0, 1]
    return places.flatMap((place) =>
      hashes.flatMap((hash) =>
        others.map((other): Hex => {
          const words = types.map((_, at) => (at === place ? hash.slice(2) : other.toString().padStart(64, '0')))
          return `${one.selector}${words.join('')}`
        }),
      ),
    )
  })
}

/** Calls that set a number to nothing: a delay, a mode. */
function settingsOf(functions: readonly ContractFunction[]): Hex[] {
  return functions.flatMap((one) => {
    const types = typesOf(one)
    return !isQuestion(one) && types.length === 1 && /^u?int/.test(types[0] ?? '')
      ? [`${one.selector}${'0'.repeat(64)}` as Hex]
      : []
  })
}

function isQuestion({ mutability }: ContractFunction): boolean {
  return mutability === 'view' || mutability === 'pure'
}

function typesOf({ signature, arguments: recovered }: ContractFunction): string[] {
  return argumentTypes(signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1))
}

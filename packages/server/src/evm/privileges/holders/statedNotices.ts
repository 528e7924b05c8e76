import type { Address } from '@redoubt/risk/address.ts'
import { SHORT_DELAY } from '@redoubt/risk/contract/callers.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { ask } from '../../bytecode/proxy/askAddress.ts'
import { wordAt } from '../../decode/callData.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { typesOf } from './commandCalls.ts'

/** A number that may be the time between a command and its execution, and the function that states it. */
export type Notice = { getter: ContractFunction; seconds: bigint }

const MAX_ASKED = 8
const MAX_NOTICES = 3
/** Ten years in seconds: more is a sum or a date. */
const MAX_SECONDS = 315_360_000n

/**
 * Periods of an hour or more that a contract states, the shortest first: in storage that its functions for arbitrary calls read, or in its code. Each
 * is only a guess, for execution to prove.
 *
 * @param commands functions that put an arbitrary call down or carry it out.
 */
export async function statedNotices(
  { chain, block, signal }: Pick<PrivilegesContext, 'chain' | 'block' | 'signal'>,
  {
    holder,
    functions,
    commands,
  }: { holder: Address; functions: readonly ContractFunction[]; commands: readonly ContractFunction[] },
): Promise<Notice[]> {
  const read = new Set(commands.flatMap(({ reads }) => reads))
  const isConstant = ({ reads }: ContractFunction) => reads.length === 0
  const getters = functions
    .filter(({ mutability }) => mutability === 'view' || mutability === 'pure')
    .filter((made) => typesOf(made) === '' && (isConstant(made) || made.reads.some((slot) => read.has(slot))))
    .toSorted((one, other) => Number(isConstant(one)) - Number(isConstant(other)))
    .slice(0, MAX_ASKED)
  const answers = await Promise.all(
    getters.map(({ selector }) => ask(chain, { block, to: holder, data: selector }, signal)),
  )
  return getters
    .flatMap((getter, at): Notice[] => {
      const answer = answers[at] ?? null
      const seconds = answer?.length === 66 ? wordAt(answer) : null
      return seconds !== null && seconds >= BigInt(SHORT_DELAY) && seconds <= MAX_SECONDS ? [{ getter, seconds }] : []
    })
    .toSorted((one, other) => (one.seconds < other.seconds ? -1 : 1))
    .slice(0, MAX_NOTICES)
}

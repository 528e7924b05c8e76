import { openShare } from '../contract/openPulls.ts'
import { canPay } from '../contract/paymentFunctions.ts'
import type { ContractFunction } from '../facts/bytecode.ts'
import type { Facts } from '../facts/facts.ts'

/** Share of what is not known where no deposit could be made, although users' functions pay and others are restricted. */
const UNEXAMINED = 0.8

/**
 * Returns the share of the functions by which contracts pay that only privileged accounts may call and that no execution saw, or of those by which
 * a spender may move approved tokens and that were not executed to the end, 0 to 1; the worst of the deposits and spenders that were examined.
 */
export function uncoveredShare({
  claims = [],
  deposits,
  bytecode,
  pullCoverage,
  spenderProbes = [],
}: Partial<Facts>): number {
  const examined = [...claims, ...(deposits ?? [])].flatMap(({ payments }) => payments ?? [])
  const shares = examined.map(({ all, unseen }) => (all === 0 ? 0 : Math.min(unseen.length / all, 1)))
  const spenders = [...(pullCoverage ? [pullCoverage] : []), ...spenderProbes.flatMap(({ coverage }) => coverage ?? [])]
  return Math.max(
    0,
    ...shares,
    ...spenders.map(openShare),
    isUnexamined({ deposits: deposits ?? [], bytecode: bytecode ?? null }) ? UNEXAMINED : 0,
  )
}

/**
 * Whether a contract has functions by which users are paid and others that only some accounts may call, and no deposit into it could be
 * made: what these accounts can do to one was not tried.
 */
export function isUnexamined({ deposits, bytecode }: Pick<Facts, 'deposits' | 'bytecode'>): boolean {
  if (!bytecode || deposits.length === 0 || deposits.some(({ refused }) => refused !== true)) return false
  const { functions } = bytecode
  const refused = new Set(deposits.map(({ selector }) => selector))
  const isPayable = ({ mutability }: ContractFunction) => mutability === 'payable'
  const closed = functions.filter(({ gated, mutability }) => gated && mutability !== 'view' && mutability !== 'pure')
  // What takes coins and asks for a proof or an entry of a list is for users, too.
  const pays = functions.some((made) => (!made.gated || isPayable(made)) && canPay(made))
  const isPaid = functions.some((made) => isPayable(made) && refused.has(made.selector))
  return (pays && closed.length > 0) || (isPaid && closed.some(canPay))
}

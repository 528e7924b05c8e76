import { AsyncLocalStorage } from 'node:async_hooks'

/** The account of what no account asked for: scores made again, those of alerts, and state for engines that accounts share. */
export const SERVICE_ACCOUNT = ' service'

type Asking = { account: string; isLong: boolean }

const asking = new AsyncLocalStorage<Asking>()

/**
 * Does the work, with all that follows from it, in the name of an account. Endpoints, threads and engines are given out in turns by
 * account, far below what knows of accounts.
 * @param isLong it is part of a scan that takes long by its nature, and leaves the processor to short ones.
 */
export function inNameOf<Value>(account: string, work: () => Value, isLong = false): Value {
  return asking.run({ account, isLong }, work)
}

/** Returns the account in whose name this runs. */
export function askingAccount(): string {
  return asking.getStore()?.account ?? SERVICE_ACCOUNT
}

/** Whether this is part of a long scan. */
export function isLongWork(): boolean {
  return asking.getStore()?.isLong ?? false
}

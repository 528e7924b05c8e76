import { AsyncLocalStorage } from 'node:async_hooks'

/** The account of what no account asked for: scores made again, those of alerts, and state for engines that accounts share. */
export const SERVICE_ACCOUNT = ' service'

const asking = new AsyncLocalStorage<string>()

/**
 * Does the work, with all that follows from it, in the name of an account. Endpoints, threads and engines are given out in turns by
 * account, far below what knows of accounts.
 */
export function inNameOf<Value>(account: string, work: () => Value): Value {
  return asking.run(account, work)
}

/** Returns the account in whose name this runs. */
export function askingAccount(): string {
  return asking.getStore() ?? SERVICE_ACCOUNT
}

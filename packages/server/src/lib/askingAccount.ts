import { AsyncLocalStorage } from 'node:async_hooks'

/** The account of what no account asked for: scores made again, those of alerts, and state for engines that accounts share. */
export const SERVICE_ACCOUNT = ' service'

/** @returns what to wait for before the next step of work that is under way; undefined: nothing. */
export type GiveWay = () => Promise<void> | undefined

type Asking = { account: string; isLong: boolean; giveWay: GiveWay | undefined }

const asking = new AsyncLocalStorage<Asking>()

/**
 * Does the work, with all that follows from it, in the name of an account. Endpoints, threads and engines are given out in turns by
 * account, far below what knows of accounts.
 * @param isLong it is part of a scan that takes long by its nature, and leaves the processor to short ones.
 * @param giveWay default: that of the work which this is part of.
 */
export function inNameOf<Value>(
  account: string,
  work: () => Value,
  isLong = false,
  giveWay = asking.getStore()?.giveWay,
): Value {
  return asking.run({ account, isLong, giveWay }, work)
}

/** Waits until this work may take its next step: accounts that ask for one thing at a time go first. */
export function giveWay(): Promise<void> | undefined {
  return asking.getStore()?.giveWay?.()
}

/** Returns the account in whose name this runs. */
export function askingAccount(): string {
  return asking.getStore()?.account ?? SERVICE_ACCOUNT
}

/** Whether this is part of a long scan. */
export function isLongWork(): boolean {
  return asking.getStore()?.isLong ?? false
}

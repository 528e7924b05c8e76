import type { Store } from '../openStore.ts'

/** A database of one test run. Every store opened on it is a node of its own and shares nothing with the others but the data. */
export type StoreWorld = {
  /** The secrets are `SECRET` unless said otherwise. The caller closes the store. */
  open(secrets?: string): Promise<Store>
  /** Runs a statement with the rights of the database's owner. */
  query(statement: string): Promise<void>
  /** Whether the nodes count requests together. */
  sharedCounters: boolean
  dispose(): Promise<void>
}

export const SECRET = '11'.repeat(32)
export const NEW_SECRET = '22'.repeat(32)

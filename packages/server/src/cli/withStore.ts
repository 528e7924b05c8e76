import { StoreUnavailable } from '../domain/sourceErrors.ts'
import { maskUrl } from '../maskUrl.ts'
import type { Store } from '../store/openStore.ts'
import { describeError } from './print.ts'

/** Runs a command on the configured database, which is created or brought up to date first, and closes it: `applied` names the migrations. */
export async function withStore(use: (store: Store, applied: string[]) => Promise<void>): Promise<void> {
  // Asking for help needs neither.
  const [{ readOwnConfig }, { openStore }] = await Promise.all([
    import('./readOwnConfig.ts'),
    import('../store/openStore.ts'),
  ])
  const { databaseUrl, secret } = readOwnConfig()
  const store = await openStore(databaseUrl, secret)
  try {
    const applied = await store.migrate().catch((error: unknown) => {
      // The driver's own words say more to an operator.
      const reason = describeError(error instanceof StoreUnavailable ? (error.cause ?? error) : error)
      throw new Error(`The database of DATABASE_URL (${maskUrl(databaseUrl)}) cannot be used: ${reason}`, {
        cause: error,
      })
    })
    await use(store, applied)
  } finally {
    await store.close()
  }
}

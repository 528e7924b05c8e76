import { StoreUnavailable } from '../domain/sourceErrors.ts'
import { maskUrl } from '../maskUrl.ts'
import { outageAdvice } from '../store/engine/outageAdvice.ts'
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
      const isDown = error instanceof StoreUnavailable
      const reason = describeError(isDown ? (error.cause ?? error) : error)
      const told = isDown ? `${reason.replace(/\.$/, '')}. ${outageAdvice(error).remedy}` : reason
      throw new Error(`The database of DATABASE_URL (${maskUrl(databaseUrl)}) cannot be used: ${told}`, {
        cause: error,
      })
    })
    await use(store, applied)
  } finally {
    await store.close()
  }
}

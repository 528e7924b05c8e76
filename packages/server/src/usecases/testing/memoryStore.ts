import { openStore, type Store } from '../../store/openStore.ts'

/** A real store in memory, which `await using` closes. */
export async function openMemoryStore(): Promise<Store & AsyncDisposable> {
  const store = await openStore('sqlite::memory:', null)
  await store.migrate()
  return { ...store, [Symbol.asyncDispose]: store.close }
}

import { StoreUnavailable } from '../../domain/sourceErrors.ts'
import type { Engine } from './engine.ts'

/** Ends a credential on a full disk too, as long as the reserve lasts: a stolen one must not live on because of it. */
export async function despiteFullDisk<Value>(
  { reserve }: Pick<Engine, 'reserve'>,
  write: () => Promise<Value>,
): Promise<Value> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StoreUnavailable && error.reason === 'full' && reserve?.release())) throw error
    }
  }
}

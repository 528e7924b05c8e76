import type { ClearField } from './packClearSigning.ts'
import { readPack } from './readPack.ts'

/** How a project says its typed data (ERC-7730). It does not tell which contract verifies the signature. */
export type ClearMessage = { owner: string; primaryType: string; intent: string; fields: ClearField[] }

let loaded: Map<string, ClearMessage[]> | undefined

/** Every description of typed data of this primary type: several projects call theirs `Order`. */
export function packClearMessages(primaryType: string): readonly ClearMessage[] {
  loaded ??= Map.groupBy(readPack().section('clearMessages') as ClearMessage[], (clear) => clear.primaryType)
  return loaded.get(primaryType) ?? []
}

import { parseSignature } from '../../packages/server/src/evm/decode/abiTypes.ts'
import { namedFunctions } from './abiScan.ts'
import type { ClearFact } from './facts.ts'
import { DECLARATIONS } from './sources/routers.ts'

/**
 * Gives a format the declaration whose names its paths use: its author may have left out the names, or all but the selector.
 * A field whose first word names no parameter leads nowhere and is left out.
 */
export function nameParameters<T extends ClearFact>(fact: T): T {
  const signature = declarationOf(fact)
  const names = signature === null ? [] : parseSignature(signature).inputs.map(({ name }) => name)
  const leads = (path: string) => path.startsWith('@') || names.includes(path.split('.')[0] ?? '')
  return { ...fact, signature, fields: fact.fields.filter(({ path }) => leads(path)) }
}

function declarationOf({ signature, selector, fields }: ClearFact): string | null {
  const written = signature === null ? null : parseSignature(signature)
  const unnamed = written?.inputs.some(({ name }) => name === '') === true
  const others = [DECLARATIONS.get(selector), namedFunctions.get(selector)]
  const candidates = (unnamed ? [...others, signature] : [signature, ...others]).filter((one) => one != null)
  const wanted = fields.map(({ path }) => path.split('.')[0] ?? '').filter((name) => !name.startsWith('@'))
  const fits = candidates.find((text) => {
    const { inputs, canonical } = parseSignature(text)
    return (
      (written === null || canonical === written.canonical) &&
      wanted.every((name) => inputs.some((input) => input.name === name))
    )
  })
  return fits ?? signature ?? candidates[0] ?? null
}

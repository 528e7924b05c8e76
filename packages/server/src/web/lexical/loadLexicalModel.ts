import { readFileSync, statSync } from 'node:fs'
import { createLexicalModel, type LexicalModel } from './lexicalModel.ts'
import { parseWeights } from './parseWeights.ts'

const COMMITTED = new URL('./weights.generated.bin', import.meta.url)
const MAX_BYTES = 200_000

/**
 * The lexical model: the committed one, read when first asked, or an operator's own.
 * @param path of a file that `npm run train:urls` wrote. Read at once, so that a wrong one stops the start and not a scan.
 * @throws Error that says what is wrong with the file.
 */
export function loadLexicalModel(path?: string): LexicalModel {
  let model = path === undefined ? undefined : open(path)
  return (site) => {
    model ??= open(COMMITTED)
    return model(site)
  }
}

function open(file: string | URL): LexicalModel {
  const { size } = statSync(file)
  if (size > MAX_BYTES) throw new Error(`The lexical model ${file} has ${size} bytes, more than ${MAX_BYTES}.`)
  return createLexicalModel(parseWeights(readFileSync(file)))
}

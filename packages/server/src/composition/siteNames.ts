import type { NameJudges } from '../intel/origin.ts'
import { parseSite } from '../web/address/parseSite.ts'
import type { Brand } from '../web/brands/brand.ts'
import { BRANDS } from '../web/brands/brands.ts'
import { createLikenesses, type Likenesses } from '../web/brands/likenesses.ts'
import { loadLexicalModel } from '../web/lexical/loadLexicalModel.ts'

/**
 * What names of sites say, for scans of sites and of requests that a site makes. Part of the composition root.
 * @param modelFile the operator's own lexical model; null: ours, read on first use.
 * @param brands whose names are borrowed.
 * @throws Error that says what is wrong with the file.
 */
export function createSiteNames(modelFile: string | null, brands: readonly Brand[] = BRANDS): NameJudges {
  let likenesses: Likenesses | undefined
  return {
    parse: parseSite,
    lexical: loadLexicalModel(modelFile ?? undefined),
    likenesses: (site) => {
      // The index of brands takes milliseconds to make, and a service that scans contracts never needs it.
      likenesses ??= createLikenesses(brands)
      return likenesses(site)
    },
  }
}
